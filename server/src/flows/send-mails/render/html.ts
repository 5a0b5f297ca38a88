import { escaped } from '../../../kernel/html.ts'
import type { Letter } from '../letters/letter.ts'
import { blockHtml, FONT } from './blocks.ts'
import type { Brand } from './brand.ts'
import { DARK, LIGHT, paintOn } from './colors.ts'

/**
 * One layout for all mails. Programs of all ages show them: tables, because some know no other layout; styles at each
 * element, because some throw the others away; a fixed largest width, and none that is too wide for a narrow screen. What
 * is for dark screens only is the one thing that stands in a style sheet. No script, and no picture but the logo.
 */
export function htmlOf({ subject, preview, blocks }: Letter, brand: Brand): string {
  const paint = paintOn(LIGHT.card, brand.accent)
  return `<!doctype html>
<html lang="${escaped(brand.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkStyle(brand)}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${LIGHT.page};-webkit-text-size-adjust:100%">
<div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden">${escaped(preview)}${FILLER}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="card bar" style="background-color:${LIGHT.card};border-top:4px solid ${paint.fill};border-radius:8px;padding:24px 24px 8px">
${header(brand)}
${blocks.map((block) => blockHtml(block, paint)).join('\n')}
</td></tr>
<tr><td class="soft" style="padding:16px 24px;font:13px/20px ${FONT};color:${LIGHT.soft};text-align:center">${brand.footer.map(escaped).join('<br>')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** Without these, programs fill the line beside the subject with the beginning of the mail. */
const FILLER = '&#8199;&#65279;'.repeat(40)

function header({ name, logoUrl }: Brand): string {
  const logo =
    logoUrl === null
      ? ''
      : `<td width="40" style="padding-right:12px"><img src="${escaped(logoUrl)}" alt="" width="40" height="40" style="display:block;width:40px;height:40px;border:0;border-radius:8px;object-fit:cover"></td>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-bottom:20px"><tr>${logo}<td class="text" style="font:600 16px/24px ${FONT};color:${LIGHT.text};word-break:break-word">${escaped(name)}</td></tr></table>`
}

function darkStyle({ accent }: Brand): string {
  const { fill, ink, edge } = paintOn(DARK.card, accent)
  const rules = [
    `.page{background-color:${DARK.page}!important}`,
    `.card{background-color:${DARK.card}!important}`,
    `.bar{border-top-color:${fill}!important}`,
    `.text{color:${DARK.text}!important}`,
    `.soft{color:${DARK.soft}!important}`,
    `.line{border-color:${DARK.line}!important}`,
    `.well{background-color:${DARK.well}!important;border-color:${DARK.line}!important;color:${DARK.text}!important}`,
    `.button{background-color:${fill}!important;color:${ink}!important}`,
    `.edge{border-color:${edge}!important}`,
  ]
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`
}
