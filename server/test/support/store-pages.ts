import { expect } from 'vitest'
import type { Reply } from './client.ts'
import { makeOrganization } from './factories.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

/** An organization, with what only an update can say. */
export async function openStore(till: TestTill, fields: object = {}, about?: object): Promise<Body> {
  const made = await makeOrganization(till, fields)
  return about ? till.owner.must(till.owner.patch(`/v1/organizations/${made.id}`, about)) : made
}

export function visit(till: TestTill, store: Body, query = '', headers = {}): Promise<Reply> {
  return till.anonymous.get(`/store/${store.slug}${query}`, headers)
}

/** The names of the products on a page, from top to bottom. */
export function namesIn(page: string): (string | undefined)[] {
  return [...page.matchAll(/<h2><bdi>(.*?)<\/bdi><\/h2>/g)].map(([, name]) => name)
}

/** What stands under each name, as people read it. */
export function pricesIn(page: string): string[] {
  return [...page.matchAll(/<(p|ul) class="price"[^>]*>(.*?)<\/\1>/g)].map(([, , text = '']) =>
    text
      .replace(/<\/li><li>/g, ' | ')
      .replace(/<[^>]+>/g, '')
      .replaceAll('\u00a0', ' '),
  )
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export function expectStoreHeaders(headers: Headers): void {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toBe(POLICY)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('vary')).toBe('accept-language')
  expect(headers.get('set-cookie')).toBeNull()
}
