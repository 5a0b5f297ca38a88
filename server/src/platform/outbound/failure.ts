const SENTENCES = {
  timeout: 'There was no complete answer in time.',
  refused: 'The connection was refused.',
  reset: 'The connection was closed before the answer was complete.',
  unreachable: 'The host could not be reached.',
  dns: 'The name of the host could not be resolved.',
  inward: 'The host has an address that is not reachable from the internet.',
  insecure: 'Only https is allowed.',
  tls: 'A safe connection could not be made.',
  garbage: 'The answer was not HTTP.',
  large_headers: 'The headers of the answer were too large.',
  aborted: 'Till was stopping.',
  unknown: 'The request failed.',
} as const

export type FailureReason = keyof typeof SENTENCES

/** By the code of Node's error, the first that fits. */
const REASONS: readonly (readonly [codes: RegExp, reason: FailureReason])[] = [
  [/^HPE_HEADER_OVERFLOW$/, 'large_headers'],
  [/^HPE_/, 'garbage'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE)$/, 'reset'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(?:E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|EACCES|EPERM|EINVAL)$/, 'unreachable'],
  [/CERT|SIGNATURE|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^EPROTO$/, 'tls'],
]

/** Why there is no answer. The code of the error that led here is told, because "expired" helps more than "not safe". */
export class OutboundFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, code?: string) {
    super(code === undefined ? SENTENCES[reason] : `${SENTENCES[reason]} (${code})`)
    this.reason = reason
  }

  /** Nothing but the code is taken over: messages name addresses, and those are nobody's business. */
  static from(error: unknown): OutboundFailure {
    if (error instanceof OutboundFailure) return error
    const code = codeOf(error)
    const reason = REASONS.find(([codes]) => code !== undefined && codes.test(code))?.[1] ?? 'unknown'
    return new OutboundFailure(reason, code)
  }
}

export function codeOf(error: unknown): string | undefined {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : undefined
}
