import { StartupProblem } from '../../platform/startup-problem.ts'
import { nobodyAt } from './find-server.ts'
import { inFlags } from './in-flags.ts'

/** A Till that runs, and the token that it is asked with. */
export interface Source {
  readonly address: string
  readonly token: string
}

/** Answers only a success. What will not get better by asking again is a problem for whoever typed the command. */
export async function openAnswer(
  { address, token }: Source,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const response = await fetch(address + path, {
    headers: { ...headers, authorization: `Bearer ${token}` },
    // The token is for this address.
    redirect: 'error',
    ...(signal && { signal }),
  })
  if (response.ok) return response
  const { status } = response
  if (status >= 500 || status === 429) throw new Error(`the server answers ${status}`)
  const { detail } = ((await response.json().catch(() => null)) ?? {}) as { detail?: unknown }
  const explained = Array.isArray(detail) ? inFlags(detail) : undefined
  throw new StartupProblem(explained ?? `The server at ${address} answers ${status}: ${sentenceOf(detail)}`)
}

/** The first question: when nobody is there, waiting for somebody would look like waiting for events. */
export async function askTill(source: Source, path: string): Promise<Record<string, unknown>> {
  try {
    return (await (await openAnswer(source, path)).json()) as Record<string, unknown>
  } catch (error) {
    if (error instanceof StartupProblem) throw error
    throw nobodyAt([source.address])
  }
}

function sentenceOf(detail: unknown): string {
  if (typeof detail === 'string') return detail
  if (!Array.isArray(detail)) return 'nothing that says why'
  return detail.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ')
}
