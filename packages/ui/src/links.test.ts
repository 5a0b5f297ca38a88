import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf, wordsOf } from './links.ts'

/** What is read; links with where they lead. */
const read = (text: string) => partsOf(text).map((part) => (part.url === null ? part.text : [part.text, part.url]))

describe('partsOf', () => {
  it.each([
    ['nothing to find', ['nothing to find']],
    ['', []],
    [
      'see https://example.com/a?b=c#d now',
      ['see ', ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'], ' now'],
    ],
    ['(https://example.com/a).', ['(', ['https://example.com/a', 'https://example.com/a'], ').']],
    ['https://example.com/a_(b)', [['https://example.com/a_(b)', 'https://example.com/a_(b)']]],
    ['HTTP://EXAMPLE.COM', [['HTTP://EXAMPLE.COM', 'http://example.com/']]],
    [
      'I accept the [terms](https://example.com/terms).',
      ['I accept the ', ['terms', 'https://example.com/terms'], '.'],
    ],
    ['[a [b] c](https://example.com/x_(y))', [['a [b] c', 'https://example.com/x_(y)']]],
    [
      '[a](https://a.example)[b](https://b.example)',
      [
        ['a', 'https://a.example/'],
        ['b', 'https://b.example/'],
      ],
    ],
    ['[open](https://example.com', ['[open](', ['https://example.com', 'https://example.com/']]],
    ['[[x](https://example.com)', ['[', ['x', 'https://example.com/']]],
    ['[two\nlines](https://example.com)', ['[two\nlines](', ['https://example.com', 'https://example.com/'], ')']],
    ['[](https://example.com)', ['[](', ['https://example.com', 'https://example.com/'], ')']],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,1)',
    '[x](//example.com)',
    '[x](/path)',
    '[x]( https://example.com)',
    'https://',
    'xhttps://example.com',
    'https://bank.example@elsewhere.example',
    '[x](https://bank.example:secret@elsewhere.example)',
    'javascript:alert(1)',
    'www.example.com',
  ])('no link: %s', (text) => {
    expect(partsOf(text).filter(({ url }) => url !== null && !url.startsWith('https://example.com'))).toEqual([])
    expect(wordsOf(text)).toBe(text)
  })

  it('never says one address and leads to another', () => {
    const [first, second] = partsOf('[https://bank.example](https://elsewhere.example)').filter(
      ({ url }) => url !== null,
    )
    expect([first?.text, second?.text]).toEqual(['https://bank.example', 'https://elsewhere.example'])
    expect([first?.url, second?.url]).toEqual(['https://bank.example/', 'https://elsewhere.example/'])
  })

  it('ends an address where the direction is turned', () => {
    expect(read('https://example.com/\u202Egpj.exe')).toEqual([
      ['https://example.com/', 'https://example.com/'],
      '\u202Egpj.exe',
    ])
  })

  const pieces = fc.oneof(
    fc.constantFrom('[', ']', '(', ')', '](', 'https://', 'http://', 'https://example.com/a', 'javascript:', 'data:'),
    fc.constantFrom(' ', '\n', '.', ',', '@', '/', '\\', '"', '<', '\u202e', '\u2069', '\0', 'words', 'ß', '\ud83c'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  const texts = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''))

  it('loses nothing, and leads to nothing but the web', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = partsOf(text)
        expect(parts.map(({ source }) => source).join('')).toBe(text)
        for (const { at, source, text: words, url } of parts) {
          expect(text.startsWith(source, at)).toBe(true)
          expect(source).toContain(words)
          if (url === null) expect(words).toBe(source)
          else expect(new URL(url).protocol).toMatch(/^https?:$/)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['[', '](', 'https://a)', '[a](https://', '))))', 'https://'])('is quick with thousands of %j', (piece) => {
    const text = `https://example.com/${piece.repeat(3000)}`
    const before = performance.now()
    expect(
      partsOf(text)
        .map(({ source }) => source)
        .join(''),
    ).toBe(text)
    expect(performance.now() - before).toBeLessThan(1000)
  })
})

it('wordsOf leaves the words', () => {
  expect(wordsOf('Read [the manual](https://example.com/m), or https://example.com.')).toBe(
    'Read the manual, or https://example.com.',
  )
})

it('finds an address with letters such as ü, also after many thousand others', () => {
  const address = 'https://bücher.example/'
  for (let round = 0; round < 20_000; round += 1) partsOf(`https://example.com/${round % 10}`)
  expect(partsOf(address)).toMatchObject([{ url: new URL(address).href }])
})

it('takes no longer for a text of nothing but brackets', () => {
  const hostile = ['[', '[a](', ']('].map((unit) => unit.repeat(200_000))
  const before = performance.now()
  for (const text of hostile) expect(wordsOf(text)).toBe(text)
  expect(performance.now() - before).toBeLessThan(2000)
})
