import type { Accepted, ErrorBody, Preview } from './shapes.ts'

/** An answer, a refusal, or no answer that could be relied on: the network, a server that restarts. */
export type Reply<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | { readonly kind: 'refused'; readonly status: number; readonly body: ErrorBody }
  | { readonly kind: 'unreachable' }

/** `name` and `ownToken` are empty when they were not given. */
export interface Acceptance {
  readonly name: string
  readonly ownToken: string
}

export interface Api {
  preview(): Promise<Reply<Preview>>
  accept(given: Acceptance, idempotencyKey: string): Promise<Reply<Accepted>>
}

/** The calls that whoever holds the link can make. Its token goes into bodies only. */
export function apiFor(base: string, token: string): Api {
  return {
    preview: () => post(`${base}/v1/invitations/preview`, { token }),
    accept: ({ name, ownToken }, key) =>
      post(`${base}/v1/invitations/accept`, name === '' ? { token } : { token, name }, {
        'idempotency-key': key,
        ...(ownToken !== '' && { authorization: `Bearer ${ownToken}` }),
      }),
  }
}

async function post<Body>(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<Body>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    // 409: the same request is still running. 429: too many. Asking again is right in all of these.
    if (response.status >= 500 || response.status === 409 || response.status === 429) return { kind: 'unreachable' }
    const answer = await response.json()
    return response.ok ? { kind: 'ok', body: answer } : { kind: 'refused', status: response.status, body: answer }
  } catch {
    return { kind: 'unreachable' }
  }
}
