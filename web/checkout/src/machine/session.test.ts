import { afterEach, expect, it, vi } from 'vitest'
import { stubNoStorage, stubStorage } from '../../test/storage.ts'
import { keepSession, sessionFor } from './session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('is kept for one checkout, in this tab', () => {
  const held = stubStorage()
  keepSession('session-1', 'till_cst_1')
  expect(sessionFor('session-1')).toBe('till_cst_1')
  expect(sessionFor('session-2')).toBeNull()
  expect([...held.values()]).toEqual(['till_cst_1'])
})

it('survives a reload', () => {
  const held = stubStorage()
  keepSession('session-3', 'till_cst_3')
  expect(held.get('till.customer-session.session-3')).toBe('till_cst_3')
  // As another page of the tab has left it.
  held.set('till.customer-session.session-4', 'till_cst_4')
  expect(sessionFor('session-4')).toBe('till_cst_4')
})

it('is kept until the page is left where the browser allows no storage', () => {
  stubNoStorage()
  keepSession('session-5', 'till_cst_5')
  expect(sessionFor('session-5')).toBe('till_cst_5')
  expect(sessionFor('session-6')).toBeNull()
})
