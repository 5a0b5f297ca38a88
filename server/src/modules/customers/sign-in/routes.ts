import type { Links } from '../../../kernel/links.ts'
import { NotPermitted } from '../../../kernel/refusal.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { type Claim, claimKey, forgetClaim, keepAnswer } from '../../../platform/http/idempotency.ts'
import { act, publicAccess, type Route, write } from '../../../platform/http/route.ts'
import type { Tx } from '../../../platform/postgres/transaction.ts'
import { CustomerSession } from '../schema.ts'
import { customerSessionView } from '../view.ts'
import { wrongCode } from './errors.ts'
import type { SignInAsk } from './model.ts'
import { requestSignIn } from './request-sign-in.ts'
import { signInScope } from './rules.ts'
import { SignIn, SignInRequest, SignInRequested } from './schema.ts'
import { signIn } from './sign-in.ts'

export interface SignInNeeds {
  readonly links: Links
  readonly box: SecretBox
}

const tag = 'Customer portal'
const path = '/v1/customer-portal/customer-session'
const EXAMPLE = { organization_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6', email: 'ada@example.com' }

const askOf = ({ organization_id, email }: { organization_id: string; email: string }): SignInAsk => ({
  organizationId: organization_id,
  email,
})

export const requestSignInRoute = ({ box }: SignInNeeds): Route =>
  write(
    {
      method: 'POST',
      path: `${path}/request`,
      operationId: 'requestCustomerSession',
      tag,
      summary: 'Ask for a sign-in code',
      description:
        'If the address is a customer’s, a code of six digits goes to it by mail. It works once, for ten minutes, and only the newest one does. The answer is the same for every address. Each address gets at most five codes an hour.',
      access: publicAccess,
      body: SignInRequest,
      bodyExample: EXAMPLE,
      status: 202,
      answer: SignInRequested,
      budget: 'confirm',
      idempotencyScope: ({ body }) => signInScope(box, askOf(body)),
    },
    async ({ tx, body }) => {
      await requestSignIn(tx, box, askOf(body))
      return { detail: 'If this is the address of a customer, a code is on its way.' }
    },
  )

export const signInRoute = (needs: SignInNeeds): Route =>
  act(
    {
      method: 'POST',
      path: `${path}/authenticate`,
      operationId: 'authenticateCustomerSession',
      tag,
      summary: 'Sign in with a code',
      description:
        'Answers a customer session that reaches everything of the customer, for an hour. A code can be tried five times. The e-mail address counts as verified from then on.',
      access: publicAccess,
      body: SignIn,
      bodyExample: { ...EXAMPLE, code: '041583' },
      status: 200,
      answer: CustomerSession,
      refusals: [NotPermitted],
      budget: 'confirm',
      isSensitive: true,
      idempotencyScope: ({ body }) => signInScope(needs.box, askOf(body)),
    },
    async ({ transactions, body, claim, render, requestId }) => {
      const work = async (tx: Tx) => {
        const made = await signIn(tx, needs, askOf(body), body.code)
        return made && customerSessionView(made, needs.links)
      }
      const session = await transactions.run((tx) => once(tx, claim, needs.box, work, render), { requestId })
      if (session === null) throw wrongCode()
      return session
    },
  )

/** A wrong code is committed, because it counts; its key may then be used again. */
async function once<Body>(
  tx: Tx,
  claim: Claim | null,
  box: SecretBox,
  work: (tx: Tx) => Promise<Body | null>,
  render: (body: Body) => string,
): Promise<Body | Answer<never> | null> {
  const earlier = claim && (await claimKey(tx, claim, box))
  if (earlier) return earlier
  const body = await work(tx)
  if (!claim) return body
  if (body === null) await forgetClaim(tx, { claimScope: claim.scope, claimKey: claim.key })
  else await keepAnswer(tx, claim, 200, render(body), box)
  return body
}
