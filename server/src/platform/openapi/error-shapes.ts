import type { RefusalKind } from '../../kernel/refusal.ts'
import type { JsonSchema } from './document.ts'

const REQUEST_ID = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const RequestId = { type: 'string', examples: [REQUEST_ID] }

/** Input that does not fit: told apart here, because its `detail` is a list. */
export const InvalidRequest: RefusalKind = {
  error: 'RequestValidationError',
  status: 422,
  code: 'request_validation_error',
  detail: 'The request does not fit what is expected: one entry for everything that is wrong.',
}

/** One shape per error class. A class can come with several codes; those that are known are its examples. */
export function errorShape(kinds: readonly [RefusalKind, ...RefusalKind[]]): JsonSchema {
  const [first] = kinds
  if (first.error === InvalidRequest.error) return InvalidRequestShape
  return {
    type: 'object',
    required: ['error', 'detail', 'code', ...alwaysOf(kinds), 'request_id'],
    properties: {
      error: { type: 'string', const: first.error },
      detail: { type: 'string', description: 'A sentence for people.', examples: [first.detail] },
      code: {
        type: 'string',
        description: 'For programs: it never changes its meaning.',
        examples: [...new Set(kinds.map((kind) => kind.code))],
      },
      ...Object.assign({}, ...kinds.map(({ more = {} }) => more)),
      request_id: RequestId,
    },
  }
}

/** Keys that come with every code of the class. */
function alwaysOf([first, ...others]: readonly [RefusalKind, ...RefusalKind[]]): string[] {
  return Object.keys(first.more ?? {}).filter((key) => others.every(({ more = {} }) => Object.hasOwn(more, key)))
}

export function errorExample(kind: RefusalKind): object {
  if (kind.error === InvalidRequest.error) return INVALID_REQUEST_EXAMPLE
  const more = Object.entries(kind.more ?? {}).map(([key, { examples }]) => [key, examples[0]])
  return {
    error: kind.error,
    detail: kind.detail,
    code: kind.code,
    ...Object.fromEntries(more),
    request_id: REQUEST_ID,
  }
}

const InvalidRequestShape: JsonSchema = {
  type: 'object',
  required: ['error', 'detail', 'request_id'],
  properties: {
    error: { type: 'string', const: InvalidRequest.error },
    detail: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'loc', 'msg', 'input'],
        properties: {
          type: { type: 'string', description: 'The broken rule, for programs.', examples: ['missing'] },
          loc: {
            type: 'array',
            description: 'The place: `body`, `query`, `path` or `header`, then names and positions.',
            items: { type: ['string', 'integer'] },
            examples: [['body', 'prices', 0, 'price_amount']],
          },
          msg: { type: 'string', description: 'A sentence for people.', examples: ['Field required'] },
          input: { description: 'What was sent there; null where it must not be repeated.' },
        },
      },
    },
    request_id: RequestId,
  },
}

const INVALID_REQUEST_EXAMPLE = {
  error: InvalidRequest.error,
  detail: [{ type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: {} }],
  request_id: REQUEST_ID,
}
