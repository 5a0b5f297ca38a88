/** What a theme needs of the seller's color. All of them are `#rrggbb`. */
export interface Accent {
  /** Behind the words of the main button. */
  readonly fill: string
  readonly fillHover: string
  /** The words on it. */
  readonly ink: string
  /** Around it: seen on the page also where the fill is not. */
  readonly edge: string
  /** Words and lines in this color on the page itself. */
  readonly text: string
}

interface Theme {
  /** The page's surfaces: whatever stands on one of them must be seen on all. */
  readonly surfaces: readonly string[]
  /** Where colors are pulled to when they are too close to the surfaces. */
  readonly away: string
}

const LIGHT: Theme = { surfaces: ['#ffffff', '#f6f6f3'], away: '#000000' }
const DARK: Theme = { surfaces: ['#1c1c1a', '#131312'], away: '#ffffff' }

/** Of the Web Content Accessibility Guidelines 2.2: words, and the outline of what can be pressed. */
const WORDS = 4.5
const SHAPES = 3

/** A large shape is seen where it is this much lighter or darker than the page, or that far off in red, green or blue. */
const SEEN = 1.3
const HUE = 64

/** Less than this, and a gray button looks as if it could not be pressed. */
const BUTTONS = 7

const STEP = 0.04

/** A button has the seller's own color, unless nobody could tell it from the page. Words and edges have the nearest one that can be seen on the page. */
export function accentFor(color: string): { readonly light: Accent; readonly dark: Accent } {
  return { light: inTheme(color, LIGHT), dark: inTheme(color, DARK) }
}

/** The properties that the style sheet reads, by name; none for what is not a color. */
export function accentProperties(color: string | null | undefined): Readonly<Record<string, string>> {
  if (!color || !/^#[\da-f]{6}$/i.test(color)) return {}
  const themes = Object.entries(accentFor(color.toLowerCase()))
  return Object.fromEntries(
    themes.flatMap(([theme, { fill, fillHover, ink, edge, text }]) =>
      Object.entries({ fill, 'fill-hover': fillHover, ink, edge, text }).map(([name, value]) => [
        `--accent-${name}-${theme}`,
        value,
      ]),
    ),
  )
}

function inTheme(color: string, theme: Theme): Accent {
  const isHidden = theme.surfaces.some((surface) => isLost(color, surface))
  const fill = isHidden ? visible(color, theme, BUTTONS) : color
  const ink = contrast(fill, '#ffffff') >= contrast(fill, '#000000') ? '#ffffff' : '#000000'
  // Away from the words on it, so that they stay readable.
  const fillHover = mix(fill, ink === '#ffffff' ? '#000000' : '#ffffff', 0.14)
  return { fill, fillHover, ink, edge: visible(fill, theme, SHAPES), text: visible(fill, theme, WORDS) }
}

/** As light as what is behind it, and of no other hue. A yellow is as light as paper, and seen all the same. */
function isLost(color: string, surface: string): boolean {
  const behind = channels(surface)
  const isSameHue = channels(color).every((channel, index) => Math.abs(channel - (behind[index] ?? 0)) < HUE)
  return isSameHue && contrast(color, surface) < SEEN
}

function visible(color: string, { surfaces, away }: Theme, least: number): string {
  for (let share = 0; share < 1; share += STEP) {
    const candidate = mix(color, away, share)
    if (surfaces.every((surface) => contrast(candidate, surface) >= least)) return candidate
  }
  return away
}

/** From 1, the same, to 21, black on white. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(color).map((channel, index) =>
    Math.round(channel * (1 - share) + (others[index] ?? 0) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
