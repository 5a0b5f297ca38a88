import { initialOf } from '../../kernel/links.ts'

/** Dark enough for white letters: every one has a contrast of 4.5 to 1 or more. */
const COLORS = [
  '#b42318',
  '#b54708',
  '#7a5b00',
  '#2b6e2f',
  '#0f6b5c',
  '#0b6390',
  '#3b4cca',
  '#6941c6',
  '#9c2aa0',
  '#b3246b',
]

/** A round picture with one letter. Only a letter or a digit gets into it, so there is nothing to escape. */
export function avatarSvg(initial: string): string {
  const letter = initialOf(initial)
  const color = COLORS[(letter.codePointAt(0) ?? 0) % COLORS.length]
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64" role="img">' +
    `<circle cx="32" cy="32" r="32" fill="${color}"/>` +
    '<text x="32" y="32" dy="0.35em" text-anchor="middle" fill="#ffffff" font-size="30" font-weight="600" ' +
    `font-family="system-ui, sans-serif">${letter}</text></svg>`
  )
}
