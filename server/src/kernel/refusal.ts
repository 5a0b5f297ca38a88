/** One way of saying no: its name and code are for programs and never change, its sentence is for people. */
export interface RefusalKind {
  readonly error: string
  readonly status: number
  readonly code: string
  readonly detail: string
  /** What its body always has besides: a schema for each key, with an example. */
  readonly more?: Readonly<
    Record<string, { readonly examples: readonly unknown[]; readonly [keyword: string]: unknown }>
  >
}

export interface RefusalExtras {
  readonly detail?: string
  readonly code?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Further keys of the body, such as what a page needs to offer a fresh session. */
  readonly body?: Readonly<Record<string, unknown>>
}

/** A no that the caller can act on. Everything else that is thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly extras: RefusalExtras

  constructor(kind: RefusalKind, extras: RefusalExtras = {}) {
    super(extras.detail ?? kind.detail)
    this.name = 'Refusal'
    this.kind = kind
    this.extras = extras
  }
}

export const Unauthorized: RefusalKind = {
  error: 'Unauthorized',
  status: 401,
  code: 'unauthorized',
  detail: 'A valid access token is needed: Authorization: Bearer <token>.',
}

export const NotPermitted: RefusalKind = {
  error: 'NotPermitted',
  status: 403,
  code: 'not_permitted',
  detail: 'This is not permitted.',
}

export const ResourceNotFound: RefusalKind = {
  error: 'ResourceNotFound',
  status: 404,
  code: 'resource_not_found',
  detail: 'There is nothing here, or nothing that you may see.',
}

export const MethodNotAllowed: RefusalKind = {
  error: 'MethodNotAllowed',
  status: 405,
  code: 'method_not_allowed',
  detail: 'This address does not answer this method.',
}

export const Conflict: RefusalKind = {
  error: 'Conflict',
  status: 409,
  code: 'idempotency_key_running',
  detail: 'A request with this Idempotency-Key is still running.',
}

export const PreconditionFailed: RefusalKind = {
  error: 'PreconditionFailed',
  status: 412,
  code: 'precondition_failed',
  detail: 'It has changed since the version named in If-Match. Read it again, then decide.',
}

export const PayloadTooLarge: RefusalKind = {
  error: 'PayloadTooLarge',
  status: 413,
  code: 'payload_too_large',
  detail: 'A body has at most 1 MiB.',
}

export const UnsupportedMediaType: RefusalKind = {
  error: 'UnsupportedMediaType',
  status: 415,
  code: 'unsupported_media_type',
  detail: 'Send JSON, with Content-Type: application/json.',
}

export const TooManyRequests: RefusalKind = {
  error: 'TooManyRequests',
  status: 429,
  code: 'too_many_requests',
  detail: 'Too many requests. Wait for the time in Retry-After.',
}

export const ServiceUnavailable: RefusalKind = {
  error: 'ServiceUnavailable',
  status: 503,
  code: 'service_unavailable',
  detail: 'The database cannot be reached right now. Try again in a moment.',
}

export const InternalError: RefusalKind = {
  error: 'InternalServerError',
  status: 500,
  code: 'internal_error',
  detail: 'Something went wrong on our side. The request id finds it in the log.',
}
