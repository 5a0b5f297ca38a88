const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For texts and for values of attributes in quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => SPECIAL[character] ?? character)
}
