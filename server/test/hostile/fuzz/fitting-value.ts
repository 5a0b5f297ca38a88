import type { Dice } from './dice.ts'
import { choicesOf, type Shape } from './schema.ts'

/** By the name of a field: ids that exist, so that a request gets further than to the first look-up. */
export type KnownIds = Readonly<Record<string, string>>

/** A value that fits its shape, preferably at the edge of what fits. */
export function fittingValue(shape: Shape, dice: Dice, known: KnownIds, name = ''): unknown {
  const choices = choicesOf(shape)
  if (choices.length > 0) return fittingValue(dice.pick(choices), dice, known, name)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return dice.pick(shape.enum)
  if (shape.examples?.length && dice.chance(0.4)) return dice.pick(shape.examples)
  switch (dice.pick([shape.type ?? 'string'].flat())) {
    case 'null':
      return null
    case 'boolean':
      return dice.chance(0.5)
    case 'integer':
    case 'number':
      return fittingNumber(shape, dice)
    case 'array':
      return fittingList(shape, dice, known, name)
    case 'object':
      return fittingObject(shape, dice, known)
    default:
      return fittingText(shape, dice, known, name)
  }
}

function fittingNumber({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Shape, dice: Dice): number {
  return dice.pick([minimum, minimum + 1, maximum, maximum - 1, Math.min(maximum, minimum + dice.below(100_000))])
}

function fittingList(shape: Shape, dice: Dice, known: KnownIds, name: string): unknown[] {
  const { items, prefixItems, minItems = 0, maxItems = 5 } = shape
  if (prefixItems) return prefixItems.map((part) => fittingValue(part, dice, known, name))
  const length = Math.min(maxItems, minItems + dice.below(4))
  return Array.from({ length }, () => fittingValue(typeof items === 'object' ? items : {}, dice, known, name))
}

function fittingObject(
  { properties, required = [], additionalProperties }: Shape,
  dice: Dice,
  known: KnownIds,
): object {
  if (!properties) return freeObject(additionalProperties, dice, known)
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || dice.chance(0.4))
  return Object.fromEntries(chosen.map(([name, part]) => [name, fittingValue(part, dice, known, name)]))
}

function freeObject(inner: Shape | boolean | undefined, dice: Dice, known: KnownIds): object {
  const shape = typeof inner === 'object' ? inner : { type: ['string', 'boolean', 'integer'] }
  const names = Array.from({ length: dice.below(4) }, () =>
    dice.pick(['campaign', 'k'.repeat(40), 'é', 'color', '__x__']),
  )
  return Object.fromEntries(names.map((name) => [name, fittingValue(shape, dice, known)]))
}

/** The last two are also origins, which have a pattern. */
const URLS = [
  'https://shop.example.com/a?b={CHECKOUT_ID}#c',
  'http://[::1]:1/',
  `https://x.example/${'y'.repeat(900)}`,
  'https://shop.example.com',
  'http://[::1]:1',
]

function fittingText(
  { format, pattern = '', minLength = 0, maxLength = 200 }: Shape,
  dice: Dice,
  known: KnownIds,
  name: string,
): string {
  switch (format) {
    case 'uuid':
      return known[name] !== undefined && dice.chance(0.8) ? known[name] : dice.uuid()
    case 'date-time':
      return dice.pick([
        '2020-02-29T23:59:59.999Z',
        '2030-01-01T00:00:00+14:00',
        '9999-12-31T23:59:59Z',
        '0001-01-01T00:00:00Z',
      ])
    case 'email':
      return `fuzz-${dice.below(1_000_000)}@example.com`
    case 'uri':
      return dice.pick(URLS.filter((url) => new RegExp(pattern).test(url)))
    default:
      return lengthened(
        dice.pick(['fuzz', 'usd', 'US', 'Ünïcödé 😀', `fuzz${dice.below(1_000_000)}`, 'x']),
        minLength,
        maxLength,
        dice,
      )
  }
}

function lengthened(text: string, shortest: number, longest: number, dice: Dice): string {
  const length = dice.pick([shortest, text.length, Math.min(longest, 300), longest <= 300 ? longest : shortest])
  const wanted = Math.max(shortest, Math.min(longest, length))
  return text.padEnd(wanted, 'z').slice(0, Math.max(wanted, Math.min(text.length, longest)))
}
