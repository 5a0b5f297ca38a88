import type { Reply } from '../support/client.ts'
import type { TestTill } from '../support/till.ts'

/** A request byte by byte: no header and no encoding is added. The owner's token is sent unless told otherwise. */
export async function raw(
  till: TestTill,
  method: string,
  path: string,
  options: { headers?: Readonly<Record<string, string>>; body?: string | Uint8Array } = {},
): Promise<Reply & { readonly text: string }> {
  const { headers = {}, body } = options
  const response = await fetch(till.url + path, {
    method,
    headers: { authorization: `Bearer ${till.ownerToken}`, ...headers },
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text }
}

export const JSON_TYPE = { 'content-type': 'application/json' }
