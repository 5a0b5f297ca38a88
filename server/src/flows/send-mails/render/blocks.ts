import { escaped } from '../../../kernel/html.ts'
import type { AmountRow, Block, Fact, Key } from '../letters/letter.ts'
import { LIGHT, type Paint } from './colors.ts'

export const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace"
const BREAK = 'word-break:break-word;overflow-wrap:anywhere'

export function blockHtml(block: Block, paint: Paint): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 class="text" style="margin:0 0 16px;font:600 22px/30px ${FONT};color:${LIGHT.text};${BREAK}">${escaped(block.text)}</h1>`
    case 'text':
      return paragraph(block.text, 'text', LIGHT.text, '16px/24px')
    case 'note':
      return paragraph(block.text, 'soft', LIGHT.soft, '14px/21px')
    case 'amounts':
      return table(block.rows.map(amountRow))
    case 'facts':
      return table(block.rows.map(factRow))
    case 'keys':
      return `${title(block.title)}${block.keys.map(keyWell).join('')}`
    case 'list':
      return `${title(block.title)}${block.items.map((item) => paragraph(item, 'text', LIGHT.text, '16px/24px', 8)).join('')}`
    case 'code':
      return well(block.text, '600 30px/40px', 'center', 'letter-spacing:6px')
    case 'button':
      return button(block.label, block.url, paint)
  }
}

function paragraph(text: string, name: string, color: string, size: string, below = 16): string {
  const lines = escaped(text).replaceAll('\n', '<br>')
  return `<p class="${name}" style="margin:0 0 ${below}px;font:${size} ${FONT};color:${color};${BREAK}">${lines}</p>`
}

function title(text: string): string {
  return `<p class="soft" style="margin:20px 0 8px;font:600 13px/20px ${FONT};color:${LIGHT.soft}">${escaped(text)}</p>`
}

/** Somewhere to copy from: nothing but the text itself stands in it. */
function well(text: string, size: string, align: 'left' | 'center', more = ''): string {
  const look = `background-color:${LIGHT.well};border:1px solid ${LIGHT.line};border-radius:6px;color:${LIGHT.text}`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px"><tr><td class="well" align="${align}" style="padding:12px 14px;font:${size} ${MONO};${look};${BREAK};${more}">${escaped(text)}</td></tr></table>`
}

function keyWell({ label, key, detail }: Key): string {
  const below = detail ? paragraph(detail, 'soft', LIGHT.soft, '14px/21px') : ''
  return `${paragraph(label, 'text', LIGHT.text, '16px/24px', 6)}${well(key, '14px/21px', 'left')}${below}`
}

function table(rows: readonly string[]): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${rows.join('')}</table>`
}

function amountRow({ label, detail, value, isTotal = false }: AmountRow): string {
  const weight = isTotal ? '600 ' : ''
  const cell = `padding:10px 0;border-top:1px solid ${LIGHT.line};vertical-align:top;font:${weight}16px/24px ${FONT};color:${LIGHT.text}`
  const small = detail
    ? `<br><span class="soft" style="font:14px/21px ${FONT};color:${LIGHT.soft}">${escaped(detail)}</span>`
    : ''
  return `<tr><td class="text line" style="${cell};padding-right:12px;${BREAK}">${escaped(label)}${small}</td><td class="text line" align="right" style="${cell};white-space:nowrap">${escaped(value)}</td></tr>`
}

function factRow({ label, value }: Fact): string {
  const cell = `padding:4px 0;vertical-align:top;font:14px/21px ${FONT}`
  return `<tr><td class="soft" width="80" style="${cell};padding-right:12px;color:${LIGHT.soft}">${escaped(label)}</td><td class="text" style="${cell};color:${LIGHT.text};${BREAK}">${escaped(value)}</td></tr>`
}

function button(label: string, url: string, { fill, ink, edge }: Paint): string {
  const link = `display:inline-block;padding:11px 19px;font:600 16px/24px ${FONT};color:${ink};background-color:${fill}`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0"><tr><td class="button edge" style="border:1px solid ${edge};border-radius:6px;background-color:${fill}"><a class="button" href="${escaped(url)}" style="${link};text-decoration:none;border-radius:6px">${escaped(label)}</a></td></tr></table>`
}
