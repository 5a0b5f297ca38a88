import { accentProperties } from './accent.ts'

/** Tells the style sheet the seller's color, as properties of the root: a policy without inline styles allows that. */
export function wearAccent(color: string | null | undefined, root: HTMLElement): void {
  for (const [name, value] of Object.entries(accentProperties(color))) root.style.setProperty(name, value)
}

/** Light or dark as asked for, else as the device is set. */
export function wearTheme(theme: string | null, root: HTMLElement): void {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
}
