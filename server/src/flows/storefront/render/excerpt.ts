const USUAL = 220
/** So much more may be shown before it is worth asking for. */
const TOLERATED = 80

/** The beginning of a text, up to the end of a word, and the rest. Both together are the text. */
export function excerptOf(text: string): { readonly shown: string; readonly rest: string } {
  if (text.length <= USUAL + TOLERATED) return { shown: text, rest: '' }
  const start = text.slice(0, USUAL)
  const [words = ''] = /^.*\s(?=\S)/su.exec(start) ?? []
  // Some languages have no blanks. Half a character is worse than one less.
  const shown = words.length > USUAL / 2 ? words : start.replace(/[\ud800-\udbff]$/, '')
  return { shown, rest: text.slice(shown.length) }
}
