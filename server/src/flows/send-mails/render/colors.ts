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

/** A color to fill a button with, and the color of what stands on it. */
export interface Paint {
  readonly fill: string
  readonly ink: string
}

/** The organization's color, made as much darker or lighter as it takes to be seen on this ground. */
export function paintOn(ground: string, accent: string | null): Paint {
  const target = luminance(ground) > 0.5 ? 0 : 255
  let fill = accent ?? OURS
  for (let share = 0; contrast(fill, ground) < SEEN && share <= 1; share += 0.05) {
    fill = mixed(accent ?? OURS, target, share)
  }
  // One of the two always has 4.5 to 1 or more.
  return { fill, ink: contrast(fill, '#ffffff') >= contrast(fill, '#000000') ? '#ffffff' : '#000000' }
}

export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** As WCAG 2 has it. */
function luminance(color: string): number {
  const [red, green, blue] = parts(color).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mixed(color: string, target: number, share: number): string {
  const hex = parts(color).map((part) => Math.round(part + (target - part) * share).toString(16))
  return `#${hex.map((part) => part.padStart(2, '0')).join('')}`
}

function parts(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
