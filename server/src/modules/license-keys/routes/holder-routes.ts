import { act, publicAccess, type Route, write } from '../../../platform/http/route.ts'
import type { Db } from '../../../platform/postgres/pool.ts'
import { ACTIVATION_REFUSALS, DEACTIVATION_REFUSALS, VALIDATION_REFUSALS } from '../errors.ts'
import { heldKeyScope } from '../held-key-scope.ts'
import { activateLicenseKey } from '../operations/activate-license-key.ts'
import { countAlone, ValidationCounter } from '../operations/count-validations.ts'
import { deactivateLicenseKey } from '../operations/deactivate-license-key.ts'
import { type Count, validateLicenseKey } from '../operations/validate-license-key.ts'
import {
  Activation,
  LicenseKeyActivate,
  LicenseKeyDeactivate,
  LicenseKeyValidate,
  ValidatedLicenseKey,
} from '../schema.ts'
import { validatedView, validationAsk } from '../view.ts'
import { actOnce } from './act-once.ts'
import type { LicenseKeyParts } from './parts.ts'

const tag = 'License keys'
const path = '/v1/customer-portal/license-keys'
const held = {
  organization_id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6',
  key: 'NORTHWIND-3F2504E0-4F89-41D3-9A0C-0305E82C3301',
}
const shared = {
  tag,
  access: publicAccess,
  budget: 'license_keys',
  idempotencyScope: ({ body }: { body: { organization_id: string; key: string } }) => heldKeyScope(body),
} as const

const CODES = VALIDATION_REFUSALS.map((kind) => kind.code).join(', ')

/** What a program that holds a key asks, without a token. */
export function holderRoutes({ links, box, committed }: LicenseKeyParts): readonly Route[] {
  const counter = new ValidationCounter()
  return [
    act(
      {
        ...shared,
        method: 'POST',
        path: `${path}/validate`,
        operationId: 'validateLicenseKey',
        summary: 'Validate a license key',
        description: `A key with an activation limit needs the id of a live activation. Every success counts once. The customer is shown without name, billing address, tax id and metadata. Of several reasons to refuse, \`code\` gives the first of: ${CODES}.`,
        body: LicenseKeyValidate,
        bodyExample: { ...held, increment_usage: 1 },
        status: 200,
        answer: ValidatedLicenseKey,
        refusals: VALIDATION_REFUSALS,
      },
      (asked) => {
        const ask = validationAsk(asked.body)
        const validated = async (db: Db, count: Count) => validatedView(await validateLicenseKey(db, count, ask), links)
        return actOnce(
          asked,
          box,
          (db) => validated(db, counter.count),
          (tx) => validated(tx, countAlone),
        )
      },
    ),
    act(
      {
        ...shared,
        method: 'POST',
        path: `${path}/activate`,
        operationId: 'activateLicenseKey',
        summary: 'Activate a license key',
        description:
          'Takes one of the places that the activation limit allows. Conditions, where given, have to be repeated by every validation. The customer is shown without name, billing address, tax id and metadata.',
        body: LicenseKeyActivate,
        bodyExample: { ...held, label: 'Studio laptop', conditions: { major_version: 2 } },
        status: 200,
        answer: Activation,
        refusals: ACTIVATION_REFUSALS,
      },
      async (asked) => {
        const { body, requestId } = asked
        const answer = await actOnce(asked, box, (db) => activateLicenseKey(db, links, body, requestId))
        committed()
        return answer
      },
    ),
    write(
      {
        ...shared,
        method: 'POST',
        path: `${path}/deactivate`,
        operationId: 'deactivateLicenseKey',
        summary: 'Deactivate a license key',
        description: 'Gives the place of an activation back, also when the key is no longer granted.',
        body: LicenseKeyDeactivate,
        bodyExample: { ...held, activation_id: '0197a6f0-2d3c-7e4f-9a51-62738495b6c7' },
        status: 204,
        refusals: DEACTIVATION_REFUSALS,
      },
      async ({ tx, body }) => {
        await deactivateLicenseKey(tx, links, body)
        return undefined
      },
    ),
  ]
}
