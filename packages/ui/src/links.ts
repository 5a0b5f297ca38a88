/** A piece of a text that somebody wrote. The sources of all pieces together are the text. */
export interface TextPart {
  /** Where it begins. */
  readonly at: number
  readonly source: string
  /** What is read: the source itself, or the words of a link. */
  readonly text: string
  /** Where it leads; null for words that lead nowhere. */
  readonly url: string | null
}

type Link = TextPart & { readonly url: string }

/** Finds `https://…` and `[words](https://…)`. Whatever is not quite that stays as it was written. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let written = 0
  const write = (end: number) => {
    const source = text.slice(written, end)
    if (source !== '') parts.push({ at: written, source, text: source, url: null })
  }
  const brackets = { square: pairsIn(text, '[]'), round: pairsIn(text, '()') }
  const starts = /\[|https?:\/\//gi
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const link = start[0] === '[' ? namedLink(text, start.index, brackets) : bareLink(text, start.index)
    if (link === null) continue
    write(link.at)
    parts.push(link)
    written = link.at + link.source.length
    starts.lastIndex = written
  }
  write(text.length)
  return parts
}

/** The text without marks and addresses of its links, for where nothing can be pressed. */
export function wordsOf(text: string): string {
  return partsOf(text)
    .map((part) => part.text)
    .join('')
}

const LONGEST_WORDS = 300
const LONGEST_ADDRESS = 2000

/** Where each bracket is closed. */
type Pairs = ReadonlyMap<number, number>

function namedLink(text: string, at: number, { square, round }: { square: Pairs; round: Pairs }): Link | null {
  const middle = square.get(at)
  if (middle === undefined || middle - at > LONGEST_WORDS) return null
  const end = round.get(middle + 1)
  if (end === undefined || end - middle > LONGEST_ADDRESS) return null
  const words = text.slice(at + 1, middle)
  const url = safeUrl(text.slice(middle + 2, end))
  // Words that are an address themselves could be another one than where they lead.
  if (url === null || words.trim() === '' || words.includes('://')) return null
  return { at, source: text.slice(at, end + 1), text: words, url }
}

/** On the same line; those inside others come in pairs. One pass: a text may be nothing but brackets. */
function pairsIn(text: string, [open, close]: string): Pairs {
  const pairs = new Map<number, number>()
  let waiting: number[] = []
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '\n') waiting = []
    else if (character === open) waiting.push(index)
    else if (character === close) {
      const start = waiting.pop()
      if (start !== undefined) pairs.set(start, index)
    }
  }
  return pairs
}

function bareLink(text: string, at: number): Link | null {
  // In the middle of a word it is none.
  if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return null
  const [match = ''] = /^(?:(?!\]\()[^\s\p{C}<>"])+/u.exec(text.slice(at, at + LONGEST_ADDRESS)) ?? []
  const source = withoutEnd(match)
  const url = safeUrl(source)
  return url === null ? null : { at, source, text: source, url }
}

/** Signs that end a sentence belong to the sentence; a bracket belongs to the address that has opened it. */
function withoutEnd(address: string): string {
  const count = (sign: string) => address.split(sign).length - 1
  const surplus: Record<string, number> = { ')': count(')') - count('('), ']': count(']') - count('[') }
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? ''
    const left = surplus[last] ?? 0
    if (left > 0) surplus[last] = left - 1
    else if (!/[.,;:!?'*_~»”’…]/.test(last)) break
  }
  return address.slice(0, end)
}

/** Only the web, and nothing before an @ that could pass for the name of another site. */
function safeUrl(address: string): string | null {
  if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(address)) return null
  try {
    const { protocol, username, password, href } = new URL(address)
    return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
  } catch {
    // Not `URL.canParse`: Node 20 and 22 deny letters such as ü when they have been asked often.
    return null
  }
}
