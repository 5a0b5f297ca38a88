import { newSecret } from '../../src/kernel/secrets.ts'
import type { Access, Route } from '../../src/platform/http/route.ts'
import { makeToken } from '../support/factories.ts'
import type { TestTill } from '../support/till.ts'
import { type GuardedShop, personalTokenOf } from '../support/two-shops.ts'

/** An Authorization header that must not open anything, and what it is instead of a good credential. */
export interface WrongCredential {
  readonly name: string
  readonly kind: 'none' | 'unreadable' | 'invalid' | 'session' | 'seller'
  readonly authorization: string | undefined
}

type Refusal = readonly [status: number, code: string]

const NO_TOKEN: Refusal = [401, 'unauthorized']
const BAD_TOKEN: Refusal = [401, 'invalid_token']

/**
 * How each kind of route answers a wrong credential; null where it is not even looked at. A new kind of access does not
 * compile until its line is here.
 */
const ANSWERS: Readonly<Record<Access['kind'], Readonly<Record<WrongCredential['kind'], Refusal | null>>>> = {
  token: { none: NO_TOKEN, unreadable: BAD_TOKEN, invalid: BAD_TOKEN, session: BAD_TOKEN, seller: null },
  customer_session: { none: NO_TOKEN, unreadable: BAD_TOKEN, invalid: BAD_TOKEN, session: null, seller: BAD_TOKEN },
  optional_token: { none: null, unreadable: BAD_TOKEN, invalid: BAD_TOKEN, session: null, seller: null },
  public: { none: null, unreadable: null, invalid: null, session: null, seller: null },
}

export function refusalOf({ spec }: Route, { kind }: WrongCredential): Refusal | null {
  const answers = ANSWERS[spec.access.kind]
  if (!answers) throw new Error(`Say in wrong-credentials.ts how ${spec.access.kind} answers a wrong credential.`)
  // A customer is no person of the seller's, also where a person's token may be left out.
  return kind === 'session' && 'isPersonal' in spec.access ? BAD_TOKEN : answers[kind]
}

/** Everything that somebody could send instead of a good credential of this shop. */
export async function wrongCredentials(till: TestTill, shop: GuardedShop): Promise<WrongCredential[]> {
  const { ownerToken: good } = till
  const mistyped = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0')
  const invalid: Readonly<Record<string, string>> = {
    'with a typing error': mistyped,
    'cut short': good.slice(0, -4),
    'in capitals': good.toUpperCase(),
    'unknown, personal': newSecret('personalAccessToken'),
    'unknown, of an organization': newSecret('organizationAccessToken'),
    'unknown, of a customer session': newSecret('customerSession'),
    'of no known kind': 'x'.repeat(52),
    'a client secret': shop.checkout.client_secret,
    'a license key': shop.licenseKey.key,
    'an id': shop.organization.id,
    'a webhook secret': newSecret('webhook'),
    ...(await spentTokens(till, shop)),
  }
  return [
    { name: 'no header', kind: 'none', authorization: undefined },
    ...['', 'Bearer', 'Bearer ', good, `Basic ${btoa(`till:${good}`)}`, `Bearer ${good} ${good}`, `Token ${good}`].map(
      (authorization): WrongCredential => ({
        name: `the header ${JSON.stringify(authorization.replaceAll(good, '<token>').slice(0, 40))}`,
        kind: 'unreadable',
        authorization,
      }),
    ),
    ...Object.entries(invalid).map(
      ([name, text]): WrongCredential => ({
        name: `a token that is ${name}`,
        kind: 'invalid',
        authorization: `Bearer ${text}`,
      }),
    ),
    { name: 'a customer session', kind: 'session', authorization: `Bearer ${shop.sessionToken}` },
    { name: 'a seller’s token', kind: 'seller', authorization: `Bearer ${shop.token}` },
  ]
}

/** Tokens that were good once. */
async function spentTokens(till: TestTill, shop: GuardedShop): Promise<Record<string, string>> {
  const { id: organizationId } = shop.organization
  const tokens = {
    'expired, of an organization': await makeToken(till, organizationId),
    'revoked, of an organization': await makeToken(till, organizationId),
    'expired, personal': await personalTokenOf(till, organizationId),
    'revoked, personal': await personalTokenOf(till, organizationId),
    'an expired customer session': await sessionOf(till, shop),
  }
  for (const [name, text] of Object.entries(tokens)) await spend(till, name, text)
  return tokens
}

async function spend({ sql }: TestTill, name: string, token: string): Promise<void> {
  const hash = sql`sha256(${token}::bytea)`
  const before = new Date(Date.now() - 1000)
  const { count } = name.includes('session')
    ? await sql`update customer_sessions set expires_at = ${before} where token_hash = ${hash}`
    : name.startsWith('expired')
      ? await sql`update access_tokens set expires_at = ${before} where token_hash = ${hash}`
      : await sql`update access_tokens set revoked_at = ${before} where token_hash = ${hash}`
  if (count !== 1) throw new Error(`there is no token to be ${name}`)
}

async function sessionOf({ owner }: TestTill, shop: GuardedShop): Promise<string> {
  const session = await owner.must(owner.post('/v1/customer-sessions/', { customer_id: shop.order.customer_id }))
  return session.token
}
