import type { Header, Parameter } from './document.ts'

const text = (example: string) => ({ type: 'string', examples: [example] })

/** What answers carry beside their body. */
export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'Names this request in logs. Taken over from the request if it sent a sane one.',
    schema: text('0197a6f0-1c2b-7d3e-8f40-51627384a5b6'),
  },
  ETag: {
    description: 'The version and a hash of the body, for If-Match and If-None-Match.',
    schema: text('"3-6nGk0x9vQ2mZtR1b"'),
  },
  RateLimit: {
    description: 'What is left of the budget (`r`) and the seconds until it is full again (`t`).',
    schema: text('"default";r=599;t=60'),
  },
  'RateLimit-Policy': {
    description: 'The budget: requests (`q`) per window of seconds (`w`).',
    schema: text('"default";q=600;w=60'),
  },
  'Retry-After': {
    description: 'Seconds to wait before another try.',
    schema: { type: 'integer', minimum: 1, examples: [1] },
  },
  'WWW-Authenticate': {
    description: 'Which credential is needed, and what is wrong with the one that was sent.',
    schema: text('Bearer error="invalid_token"'),
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
} satisfies Record<string, Header>

export type HeaderName = keyof typeof ANSWER_HEADERS

/** What requests may carry beside their body. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a repetition safe: for 24 hours the same key with the same request gives the first answer again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag that was decided on. A newer version refuses the change with 412.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of what is known already. The answer is 304 without a body when nothing is new.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The `id` of the last event that arrived, to go on after it. Browsers send it by themselves.',
    schema: { type: 'string', examples: ['42'] },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description: '`handling=strict` refuses body fields that are not known; otherwise they are ignored.',
    schema: { type: 'string', examples: ['handling=strict'] },
  },
} satisfies Record<string, Parameter>
