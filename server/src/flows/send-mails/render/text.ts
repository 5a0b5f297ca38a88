import type { AmountRow, Block, Key, Letter } from '../letters/letter.ts'
import type { Brand } from './brand.ts'

const WIDTH = 72

/** For programs that show no HTML, and for people who prefer it. Links and keys are never broken. */
export function textOf({ blocks }: Letter, brand: Brand): string {
  const parts = [brand.name, ...blocks.map(blockText), `-- \n${brand.footer.map((line) => wrap(line)).join('\n')}`]
  return `${parts.join('\n\n')}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(WIDTH, [...block.text].length))}`
    case 'text':
    case 'note':
      return wrap(block.text)
    case 'amounts':
      return columns(block.rows)
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'keys':
      return [`${block.title}:`, ...block.keys.map(keyText)].join('\n\n')
    case 'list':
      return [`${block.title}:`, ...block.items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`)].join('\n')
    case 'code':
      return `  ${block.text}`
    case 'button':
      return `${block.label}:\n${block.url}`
  }
}

function keyText({ label, key, detail }: Key): string {
  return [wrap(label), `  ${key}`, ...(detail ? [`  ${detail}`] : [])].join('\n')
}

const NARROW = 48
const GAP = 2

/** The amounts stand below each other at the right, and a name that is too long for its line goes on in the next. */
function columns(rows: readonly AmountRow[]): string {
  const widest = Math.max(...rows.map(({ value }) => [...value].length))
  const names = Math.max(
    NARROW - GAP - widest,
    Math.min(WIDTH - GAP - widest, Math.max(...rows.map(({ label }) => [...label].length))),
  )
  return rows.map((row) => columnRow(row, names, widest)).join('\n')
}

function columnRow({ label, detail, value }: AmountRow, names: number, widest: number): string {
  const [first = '', ...rest] = wrap(label, names).split('\n')
  const amount = ' '.repeat(Math.max(0, widest - [...value].length)) + value
  const gap = ' '.repeat(Math.max(GAP, names + GAP - [...first].length))
  const below = detail ? wrap(detail, WIDTH - 2).split('\n') : []
  return [first + gap + amount, ...rest, ...below.map((line) => `  ${line}`)].join('\n')
}

function wrap(text: string, width = WIDTH): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n')
}

function wrapLine(line: string, width: number): string {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current !== '' && [...current].length + 1 + [...word].length > width) {
      lines.push(current)
      current = word
    } else {
      current = current === '' ? word : `${current} ${word}`
    }
  }
  return [...lines, current].join('\n')
}
