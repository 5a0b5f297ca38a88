import { type Draft, keptOf } from '../form/draft.ts'

const nameOf = (secret: string) => `till.draft.${secret}`

/** What was typed survives a reload, and the way back from a bank's page. In this tab only, and never the card. */
export function keepDraft(secret: string, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(secret), JSON.stringify(keptOf(draft)))
  } catch {
    // Then a reload starts with an empty form.
  }
}

export function keptDraft(secret: string): Partial<ReturnType<typeof keptOf>> | null {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(secret)) ?? 'null')
  } catch {
    return null
  }
}

/** To the checkout that takes the place of this one. */
export function handOnDraft(secret: string, other: string): void {
  try {
    const kept = sessionStorage.getItem(nameOf(secret))
    if (kept !== null) sessionStorage.setItem(nameOf(other), kept)
    sessionStorage.removeItem(nameOf(secret))
  } catch {
    // Then the fresh form starts with what the server knows.
  }
}

export function forgetDraft(secret: string): void {
  try {
    sessionStorage.removeItem(nameOf(secret))
  } catch {
    // Nothing was kept then.
  }
}
