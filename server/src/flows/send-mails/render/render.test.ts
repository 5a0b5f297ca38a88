import { contrast } from '@till/ui/accent'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block, Letter } from '../letters/letter.ts'
import { DARK, LIGHT, paintOn } from './colors.ts'
import { htmlOf } from './html.ts'
import { textOf } from './text.ts'

const color = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

const brandWith = (fields: object = {}) => ({
  name: 'Shop',
  logoUrl: null,
  accent: null,
  footer: ['Sold by Shop'],
  language: 'en',
  ...fields,
})

const letterWith = (blocks: readonly Block[], subject = 'Subject'): Letter => ({ subject, preview: 'Preview', blocks })

const everyBlock = (text: string): Block[] => [
  { kind: 'heading', text },
  { kind: 'text', text },
  { kind: 'note', text },
  { kind: 'amounts', rows: [{ label: text, detail: text, value: text, isTotal: true }] },
  { kind: 'facts', rows: [{ label: text, value: text }] },
  { kind: 'keys', title: text, keys: [{ label: text, key: text, detail: text }] },
  { kind: 'list', title: text, items: [text] },
  { kind: 'code', text },
  { kind: 'button', label: text, url: 'https://shop.example.com/' },
]

describe('the color of an organization', () => {
  it('stays as it was chosen; what stands on it can be read, and the button can be seen', () => {
    fc.assert(
      fc.property(color, fc.constantFrom(LIGHT.card, DARK.card), (accent, ground) => {
        const { fill, ink, edge } = paintOn(ground, accent)
        expect(fill).toBe(accent)
        expect(contrast(fill, ink)).toBeGreaterThanOrEqual(4.5)
        expect(edge).toMatch(/^#[0-9a-f]{6}$/)
        expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3)
      }),
    )
  })

  it('has an outline only where it is too close to what is around it', () => {
    expect(paintOn(LIGHT.card, '#3b4cca')).toEqual({ fill: '#3b4cca', ink: '#ffffff', edge: '#3b4cca' })
    expect(paintOn(DARK.card, '#FFCC00')).toEqual({ fill: '#ffcc00', ink: '#000000', edge: '#ffcc00' })
    expect(paintOn(LIGHT.card, '#ffee00')).toMatchObject({ fill: '#ffee00', ink: '#000000' })
    expect(paintOn(LIGHT.card, '#ffee00').edge).not.toBe('#ffee00')
    expect(paintOn(LIGHT.card, null)).toMatchObject({ fill: '#3b4cca' })
  })

  it('our own texts can be read on their grounds', () => {
    for (const { page, card, text, soft, well } of [LIGHT, DARK]) {
      for (const ground of [page, card, well]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
      for (const ground of [page, card]) expect(contrast(soft, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('the HTML of a mail', () => {
  const bare = (text: string) => text.replace(/<!doctype html>|<style>.*?<\/style>/gis, '')

  it('for every text, wherever it stands, has the same elements and nothing that runs or is fetched', () => {
    const plain = htmlOf(letterWith(everyBlock('x')), brandWith())
    const tags = (html: string) => bare(html).match(/<\/?[a-z0-9]+/gi)
    const nasty = fc.oneof(
      fc.string(),
      fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</style><b>', '&lt;', "'"),
    )
    fc.assert(
      fc.property(nasty, (text) => {
        fc.pre(text !== '' && !text.includes('\n'))
        const html = htmlOf(letterWith(everyBlock(text), text), brandWith({ name: text, footer: [text] }))
        expect(tags(html)).toEqual(tags(plain))
      }),
    )
  })

  it('has one picture, the logo, and only when there is one', () => {
    expect(htmlOf(letterWith([]), brandWith())).not.toContain('<img')
    const html = htmlOf(letterWith([]), brandWith({ logoUrl: 'https://shop.example.com/logo.png?a=1&b="2"' }))
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(html).toContain('src="https://shop.example.com/logo.png?a=1&amp;b=&quot;2&quot;"')
  })

  it('has no script, no form, and no style sheet from elsewhere', () => {
    const html = htmlOf(letterWith(everyBlock('x')), brandWith())
    expect(html).not.toMatch(/<(?:script|form|iframe|link|object|embed)|@import|url\(|javascript:/i)
  })

  it('is no wider than 560 pixels, and fits where there is less', () => {
    const html = htmlOf(letterWith(everyBlock('x')), brandWith())
    expect(html).toContain('max-width:560px')
    const widths = [...html.matchAll(/(?<!-)\bwidth[=:]"?(\d+)(?:px)?"?/g)].map((match) => Number(match[1]))
    expect(widths.filter((width) => width > 100)).toEqual([])
  })

  it('keeps the lines of a text', () => {
    expect(htmlOf(letterWith([{ kind: 'text', text: 'one\ntwo' }]), brandWith())).toContain('one<br>two')
  })
})

describe('the text of a mail', () => {
  it('has everything that the HTML has', () => {
    const text = textOf(letterWith(everyBlock('something')), brandWith())
    expect(text.match(/something/g)?.length).toBeGreaterThanOrEqual(12)
    expect(text).toContain('https://shop.example.com/')
  })

  it('keeps the amounts in their column, however long the names are', () => {
    const name = fc
      .array(fc.stringMatching(/^[a-z]{1,14}$/), { minLength: 1, maxLength: 20 })
      .map((words) => words.join(' '))
    const value = fc.constantFrom('$5.00', '-$12.50', '¥1,234,567')
    fc.assert(
      fc.property(fc.array(fc.record({ label: name, value }), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = textOf(letterWith([{ kind: 'amounts', rows }]), brandWith())
        const lines = (text.split('\n\n')[1] ?? '').split('\n')
        const ends = lines.filter((line) => /\d$/.test(line)).map((line) => line.length)
        expect(new Set(ends).size).toBe(1)
        expect(ends).toHaveLength(rows.length)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(72)
        expect(lines.join(' ').replace(/ +\S*\d(?= |$)/g, '')).toBe(rows.map(({ label }) => label).join(' '))
      }),
    )
  })

  it('for every text, no word gets lost when lines are broken', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,90}$/), { minLength: 1, maxLength: 60 }), (words) => {
        const text = textOf(letterWith([{ kind: 'text', text: words.join(' ') }]), brandWith())
        const [, shown = ''] = text.split('\n\n')
        expect(shown.split(/\s/)).toEqual(words)
        for (const line of shown.split('\n')) if (line.includes(' ')) expect(line.length).toBeLessThanOrEqual(72)
      }),
    )
  })
})
