import { contrast } from '@till/ui/accent'

/** Light and dark: what a mail is drawn on, and what on it. */
export const LIGHT = {
  page: '#f4f4f6',
  card: '#ffffff',
  text: '#1d1d24',
  soft: '#5c5c68',
  line: '#e2e2e8',
  well: '#f4f4f6',
}
export const DARK = {
  page: '#121216',
  card: '#1e1e24',
  text: '#f2f2f5',
  soft: '#a9a9b6',
  line: '#35353f',
  well: '#2a2a32',
}

const OURS = '#3b4cca'
/** What has to be seen against its surroundings, and is no text (WCAG 1.4.11). */
const SEEN = 3

/** How a button is drawn. */
export interface Paint {
  readonly fill: string
  /** What stands on it. */
  readonly ink: string
  /** Its outline: the fill itself, where that is seen without one. */
  readonly edge: string
}

/**
 * The organization's color stays as it was chosen. Words on it are black or white, whichever is read better: one of the
 * two always has 4.5 to 1 or more. A color that is too close to the ground gets an outline that is seen.
 */
export function paintOn(ground: string, accent: string | null): Paint {
  const fill = accent?.toLowerCase() ?? OURS
  const away = readable(ground) === '#000000' ? 0 : 255
  let edge = fill
  for (let share = 0.05; contrast(edge, ground) < SEEN && share <= 1; share += 0.05) edge = mixed(fill, away, share)
  return { fill, ink: readable(fill), edge }
}

function readable(ground: string): string {
  return contrast(ground, '#ffffff') >= contrast(ground, '#000000') ? '#ffffff' : '#000000'
}

function mixed(color: string, target: number, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const hex = parts.map((part) => Math.round(part + (target - part) * share).toString(16))
  return `#${hex.map((part) => part.padStart(2, '0')).join('')}`
}
