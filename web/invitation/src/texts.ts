import type { ErrorBody, Preview, Role } from './shapes.ts'

const AS: Readonly<Record<Role, string>> = { owner: 'an owner', admin: 'an admin', read_only: 'a read-only member' }

const MEANS: Readonly<Record<Role, string>> = {
  owner: 'Owners can do everything there, and decide who else belongs to it.',
  admin: 'Admins can do everything there, except change or remove owners.',
  read_only: 'Read-only members can look at everything there, and change nothing.',
}

export const asRole = (role: Role): string => AS[role]
export const meaningOf = (role: Role): string => MEANS[role]

export function invitationText({ invited_by_name, role }: Preview): string {
  return `${invited_by_name === null ? 'You are invited' : `${invited_by_name} invites you`} as ${asRole(role)}.`
}

export function endText({ email, expires_at }: Preview, locale?: string): string {
  const end = new Date(expires_at).toLocaleDateString(locale, { dateStyle: 'long' })
  return `For ${email}, until ${end}.`
}

export interface Message {
  readonly title: string
  readonly text: string
}

export const NO_TOKEN: Message = {
  title: 'No invitation here',
  text: 'A part of the link was lost. Open it again where you found it, or copy all of it.',
}

const NOT_THERE: Message = {
  title: 'No such invitation',
  text: 'This link leads to no invitation. Perhaps a part of it was lost: copy all of it, or ask for a new one.',
}

const OVER: Readonly<Record<string, Message>> = {
  invitation_accepted: {
    title: 'Already accepted',
    text: 'This invitation was accepted already: each link works once. If that was not you, tell whoever invited you.',
  },
  invitation_withdrawn: {
    title: 'Withdrawn',
    text: 'This invitation was taken back. Ask whoever invited you for a new one.',
  },
  invitation_expired: {
    title: 'Expired',
    text: 'This invitation has expired. Ask whoever invited you for a new one.',
  },
}

/** Refusals after which there is nothing to do here any more. */
export function finalMessage(status: number, { code }: ErrorBody): Message | null {
  if (status === 404) return NOT_THERE
  return OVER[code ?? ''] ?? null
}

export const TRY_AGAIN = 'The server did not answer. Nothing is lost: press Accept again.'

/** What stands in the way of accepting, and where. */
export interface Problem {
  readonly field: 'name' | 'ownToken' | null
  readonly text: string
}

export function problemOf(status: number, { code, detail }: ErrorBody): Problem {
  if (status === 401) return { field: 'ownToken', text: 'This token is not known here, has expired or was revoked.' }
  if (code === 'personal_token_needed') {
    return { field: 'ownToken', text: 'This is a token of an organization. Use your own, which begins with till_pat_.' }
  }
  if (code === 'already_member') return { field: 'ownToken', text: 'You are a member already.' }
  if (status === 422) return { field: 'name', text: 'Use at most 256 characters for your name.' }
  return { field: null, text: typeof detail === 'string' ? detail : 'The server refused this. Try again later.' }
}
