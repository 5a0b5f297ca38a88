import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PAGE_TEXTS } from '../../src/entry/pages/texts.ts'
import { TEXTS } from '../../src/flows/storefront/texts/index.ts'

const repository = join(import.meta.dirname, '..', '..', '..')

const WORDS = 'packages/words'

const languages = readdirSync(join(repository, WORDS, 'src'))
  .flatMap((name) => /^([a-z]{2})\.ts$/.exec(name)?.[1] ?? [])
  .toSorted()
const read = (file: string) => readFileSync(join(repository, file), 'utf8')

it('there are English and German', () => {
  expect(languages).toEqual(expect.arrayContaining(['de', 'en']))
})

it('every language is known wherever texts are chosen', () => {
  expect(Object.keys(TEXTS).toSorted(), 'server/src/flows/storefront/texts/index.ts').toEqual(languages)
  expect(Object.keys(PAGE_TEXTS).toSorted(), 'server/src/entry/pages/texts.ts').toEqual(languages)
  for (const language of languages) {
    expect(read('web/checkout/src/texts/index.ts')).toContain(`'@till/words/${language}'`)
    expect(read(`${WORDS}/package.json`)).toContain(`"./${language}": "./src/${language}.ts"`)
  }
})
