import { afterEach, expect, it, vi } from 'vitest'
import { exampleDraft } from '../../test/draft.ts'
import { stubNoStorage, stubStorage } from '../../test/storage.ts'
import { keptOf } from '../form/draft.ts'
import { forgetDraft, handOnDraft, keepDraft, keptDraft } from './kept-draft.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('keeps what was typed, for its checkout alone', () => {
  stubStorage()
  keepDraft('till_cs_1', exampleDraft({ custom: { size: 'L' } }))
  expect(keptDraft('till_cs_1')).toEqual(keptOf(exampleDraft({ custom: { size: 'L' } })))
  expect(keptDraft('till_cs_2')).toBeNull()
})

it('never keeps the card', () => {
  const held = stubStorage()
  keepDraft('till_cs_1', exampleDraft({ number: '4000 0000 0000 9995', expiry: '11 / 39', cvc: '987' }))
  expect([...held.values()].join()).not.toMatch(/4000|11 \/ 39|987/)
})

it('is gone once something was bought', () => {
  const held = stubStorage()
  keepDraft('till_cs_1', exampleDraft())
  forgetDraft('till_cs_1')
  expect(held.size).toBe(0)
})

it('is handed on to the checkout that takes the place of one that is over', () => {
  stubStorage()
  handOnDraft('till_cs_1', 'till_cs_2')
  expect(keptDraft('till_cs_2')).toBeNull()
  keepDraft('till_cs_1', exampleDraft())
  handOnDraft('till_cs_1', 'till_cs_2')
  expect(keptDraft('till_cs_2')).toEqual(keptOf(exampleDraft()))
})

it('starts anew from what cannot be read', () => {
  const held = stubStorage()
  keepDraft('till_cs_1', exampleDraft())
  for (const name of held.keys()) held.set(name, '{"email":')
  expect(keptDraft('till_cs_1')).toBeNull()
})

it('does without where the browser allows no storage', () => {
  stubNoStorage()
  keepDraft('till_cs_1', exampleDraft())
  handOnDraft('till_cs_1', 'till_cs_2')
  forgetDraft('till_cs_1')
  expect(keptDraft('till_cs_1')).toBeNull()
})
