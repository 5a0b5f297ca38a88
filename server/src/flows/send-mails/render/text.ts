import type { Block, Letter } from '../letters/letter.ts'
import type { Brand } from './brand.ts'

const WIDTH = 72

/** For programs that show no HTML, and for people who prefer it. Links and keys are never broken. */
export function textOf({ blocks }: Letter, brand: Brand): string {
  const parts = [brand.name, ...blocks.map(blockText), `-- \n${brand.footer.map(wrap).join('\n')}`]
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
      return block.rows
        .map(({ label, detail, value }) => [aligned(label, value), ...(detail ? [`  ${detail}`] : [])].join('\n'))
        .join('\n')
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'keys':
      return [`${block.title}:`, ...block.keys.map((key) => `  ${key}`)].join('\n')
    case 'list':
      return [`${block.title}:`, ...block.items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`)].join('\n')
    case 'code':
      return `  ${block.text}`
    case 'button':
      return `${block.label}:\n${block.url}`
  }
}

/** The amounts of a list stand below each other where there is room. */
function aligned(label: string, value: string): string {
  const room = 48 - [...label].length - [...value].length
  return `${label}${' '.repeat(Math.max(2, room))}${value}`
}

function wrap(text: string): string {
  return text.split('\n').map(wrapLine).join('\n')
}

function wrapLine(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > WIDTH) {
      lines.push(current)
      current = word
    } else {
      current = current === '' ? word : `${current} ${word}`
    }
  }
  return [...lines, current].join('\n')
}
