import { Type } from 'typebox'
import { pageOf } from '../../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { type Route, read, token, write } from '../../../platform/http/route.ts'
import type { LicenseKeyWithCustomer } from '../model.ts'
import { rotateLicenseKey } from '../operations/rotate-license-key.ts'
import { updateLicenseKey } from '../operations/update-license-key.ts'
import {
  Activation,
  LicenseKey,
  LicenseKeyList,
  LicenseKeyQuery,
  LicenseKeyUpdate,
  LicenseKeyWithActivations,
} from '../schema.ts'
import { findActivation, findLicenseKey, LICENSE_KEY_CRITERIA, listLicenseKeys } from '../store.ts'
import { activationBaseView, activationView, licenseKeyView } from '../view.ts'
import type { LicenseKeyParts } from './parts.ts'

const tag = 'License keys'
const path = '/v1/license-keys'
const ById = Type.Object({ id: Uuid })

/** What the seller sees and changes, with an access token. */
export function sellerRoutes({ links }: LicenseKeyParts): readonly Route[] {
  const view = ({ licenseKey, customer }: LicenseKeyWithCustomer) => licenseKeyView(licenseKey, customer, links)
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listLicenseKeys',
        tag,
        summary: 'List license keys',
        access: token('license_keys:read'),
        query: LicenseKeyQuery,
        status: 200,
        answer: LicenseKeyList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, LICENSE_KEY_CRITERIA, ['created_at'])
        const filter = {
          organizationId: query.organization_id,
          benefitId: query.benefit_id,
          customerId: query.customer_id,
          status: query.status,
        }
        return listAnswer(await listLicenseKeys(db, actor, filter, sorting, page), page, view)
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}/{id}`,
        operationId: 'getLicenseKey',
        tag,
        summary: 'Get a license key',
        description: 'With its activations, oldest first.',
        access: token('license_keys:read'),
        params: ById,
        status: 200,
        answer: LicenseKeyWithActivations,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const found = await findLicenseKey(db, actor, params.id)
        if (!found) throw new Refusal(ResourceNotFound)
        const activations = found.activations.map(activationBaseView)
        return versioned({ ...view(found), activations }, found.licenseKey)
      },
    ),
    write(
      {
        method: 'PATCH',
        path: `${path}/{id}`,
        operationId: 'updateLicenseKey',
        tag,
        summary: 'Update a license key',
        description:
          'Null clears a limit or the expiry. A limit below what is in use takes nothing away; it only admits nothing more.',
        access: token('license_keys:write'),
        params: ById,
        body: LicenseKeyUpdate,
        bodyExample: { limit_activations: 5 },
        status: 200,
        answer: LicenseKey,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const updated = await updateLicenseKey(tx, actor, params.id, body, links)
        return versioned(view(updated), updated.licenseKey)
      },
    ),
    read(
      {
        method: 'GET',
        path: `${path}/{id}/activations/{activation_id}`,
        operationId: 'getLicenseKeyActivation',
        tag,
        summary: 'Get an activation',
        access: token('license_keys:read'),
        params: Type.Object({ id: Uuid, activation_id: Uuid }),
        status: 200,
        answer: Activation,
        refusals: [ResourceNotFound],
      },
      async ({ db, actor, params }) => {
        const found = await findActivation(db, actor, params.id, params.activation_id)
        if (!found) throw new Refusal(ResourceNotFound)
        return versioned(activationView(found.activation, view(found)), found.activation)
      },
    ),
    write(
      {
        method: 'POST',
        path: `${path}/{id}/rotate`,
        operationId: 'rotateLicenseKey',
        tag,
        summary: 'Rotate a license key',
        description: 'Gives the key a new text; the old one is unknown from then on. Everything else stays.',
        access: token('license_keys:write'),
        params: ById,
        status: 200,
        answer: LicenseKey,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params }) => {
        const rotated = await rotateLicenseKey(tx, actor, params.id, links)
        return versioned(view(rotated), rotated.licenseKey)
      },
    ),
  ]
}
