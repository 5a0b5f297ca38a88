import { Type } from 'typebox'
import type { Links } from '../../../kernel/links.ts'
import { pageOf } from '../../../kernel/page.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { sortingOf } from '../../../kernel/sorting.ts'
import { Uuid } from '../../../kernel/wire.ts'
import {
  activationBaseView,
  findLicenseKeyWhere,
  LICENSE_KEY_CRITERIA,
  LicenseKeyList,
  LicenseKeyWithActivations,
  licenseKeyView,
  listLicenseKeysWhere,
} from '../../../modules/license-keys/index.ts'
import { versioned } from '../../../platform/http/answer.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { customerSession, type Route, read } from '../../../platform/http/route.ts'
import { where } from '../../../platform/postgres/list.ts'
import { asSeenBy } from '../person.ts'
import { ownLicenseKey } from '../reach.ts'
import { OwnLicenseKeyQuery } from './schema.ts'

const tag = 'Customer portal'
const path = '/v1/customer-portal/license-keys/'

export function ownLicenseKeyRoutes(links: Links): readonly Route[] {
  return [listRoute(links), getRoute(links)]
}

const listRoute = (links: Links): Route =>
  read(
    {
      method: 'GET',
      path,
      operationId: 'listOwnLicenseKeys',
      tag,
      summary: 'List own license keys',
      description:
        'Of the customer whose session it is, sorted by `created_at`. The session that a confirm answers with shows the keys of that purchase; one that the seller makes shows all of them.',
      access: customerSession,
      query: OwnLicenseKeyQuery,
      status: 200,
      answer: LicenseKeyList,
    },
    async ({ db, customer, query }) => {
      const { sql } = db
      const page = pageOf(query)
      const sorting = sortingOf(query.sorting, LICENSE_KEY_CRITERIA, ['created_at'])
      const condition = where(sql, [
        ownLicenseKey(sql, customer),
        query.organization_id && sql`k.organization_id = any(${query.organization_id}::uuid[])`,
        query.benefit_id && sql`k.benefit_id = any(${query.benefit_id}::uuid[])`,
      ])
      const found = await listLicenseKeysWhere(db, condition, sorting, page)
      return listAnswer(found, page, ({ licenseKey, customer: owner }) =>
        licenseKeyView(licenseKey, asSeenBy(customer, owner), links),
      )
    },
  )

const getRoute = (links: Links): Route =>
  read(
    {
      method: 'GET',
      path: `${path}{id}`,
      operationId: 'getOwnLicenseKey',
      tag,
      summary: 'Get an own license key',
      description: 'With the machines where it is active.',
      access: customerSession,
      params: Type.Object({ id: Uuid }),
      status: 200,
      answer: LicenseKeyWithActivations,
      refusals: [ResourceNotFound],
    },
    async ({ db, customer, params }) => {
      const { sql } = db
      const condition = where(sql, [sql`k.id = ${params.id}`, ownLicenseKey(sql, customer)])
      const found = await findLicenseKeyWhere(db, condition)
      if (!found) throw new Refusal(ResourceNotFound)
      const { licenseKey } = found
      const activations = found.activations.map(activationBaseView)
      return versioned(
        { ...licenseKeyView(licenseKey, asSeenBy(customer, found.customer), links), activations },
        licenseKey,
      )
    },
  )
