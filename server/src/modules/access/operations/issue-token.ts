import { newId } from '../../../kernel/ids.ts'
import { fingerprint, newSecret } from '../../../kernel/secrets.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import type { AccessToken } from '../model.ts'
import { insertToken } from '../store/tokens.ts'

export interface NewToken<Token extends AccessToken> {
  readonly token: Token
  /** The token itself: it is shown once, and only its hash is kept. */
  readonly secret: string
}

type Wanted = Omit<AccessToken, 'id' | 'createdAt' | 'modifiedAt' | 'version' | 'lastUsedAt'>

const SECRETS = { organization: 'organizationAccessToken', personal: 'personalAccessToken' } as const

/** `given` is the text of the owner's first token, which may be chosen. */
export async function issueToken<Given extends Wanted>(
  tx: Tx,
  now: Date,
  wanted: Given,
  given?: string,
): Promise<NewToken<Given & AccessToken>> {
  const secret = given ?? newSecret(SECRETS[wanted.kind])
  const token = {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    ...wanted,
    scopes: [...new Set(wanted.scopes)],
    lastUsedAt: null,
  }
  await insertToken(tx, token, fingerprint(secret))
  return { token, secret }
}
