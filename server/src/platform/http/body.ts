import { InvalidInput } from '../../kernel/invalid-input.ts'
import { refuseCardsInBody } from './card-numbers.ts'

export const BODY_LIMIT = 1_048_576
const MAX_DEPTH = 64

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Escapes that could make a character that the database cannot keep. Raw ones are no valid JSON or UTF-8 anyway. */
const ESCAPES = /\\u0000|\\u[dD][89a-fA-F]/

/**
 * A JSON body, or a 422: not UTF-8, not JSON, too deep, with a character that no text should have, or with the number of
 * a card on any route but the one for cards.
 */
export function parseBody(bytes: Uint8Array, takesCards: boolean): unknown {
  if (bytes.byteLength === 0) return undefined
  const text = decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw jsonInvalid('The body is not valid JSON')
  }
  if (ESCAPES.test(text) || couldBeDeep(text)) inspect(value, 0)
  if (!takesCards) refuseCardsInBody(text, value)
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw jsonInvalid('The body is not valid UTF-8')
  }
}

/** Most bodies have too few brackets to be deep, and need no closer look. */
function couldBeDeep(text: string): boolean {
  let brackets = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0x5b || code === 0x7b) brackets += 1
  }
  return brackets > MAX_DEPTH
}

function inspect(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw jsonInvalid(`The body is nested more than ${MAX_DEPTH} levels deep`)
  if (typeof value === 'string') inspectText(value)
  else if (Array.isArray(value)) for (const item of value) inspect(item, depth + 1)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      inspectText(key)
      inspect(item, depth + 1)
    }
  }
}

function inspectText(text: string): void {
  if (text.includes('\u0000')) throw jsonInvalid('A string must not contain the character U+0000')
  if (!text.isWellFormed()) throw jsonInvalid('A string must not contain half a surrogate pair')
}

function jsonInvalid(msg: string): InvalidInput {
  return new InvalidInput([{ type: 'json_invalid', loc: ['body'], msg, input: null }])
}
