import { randomUUID } from 'node:crypto'
import type { CardOutcome } from './cards.ts'

const PREFIX = 'pm_sandbox_'

/** A card that may be charged again. Its name says how it will behave, so nothing has to be kept about it. */
export function saveMethod(outcome: CardOutcome): string {
  const later = outcome === 'charge_declined_later' ? 'declines' : 'pays'
  return `${PREFIX}${later}_${randomUUID()}`
}

export function laterOutcome(savedMethod: string): CardOutcome {
  return savedMethod.startsWith(`${PREFIX}pays_`) ? 'success' : 'card_declined'
}
