import type { Ask } from '../load/request.ts'
import { contestOf, type Question } from '../question.ts'
import { requireSameAnswers } from '../same-answers.ts'
import type { Shop } from '../shop.ts'

const MANY = 5000

/** POST /v1/customer-portal/license-keys/validate, for many keys in turn and for one that all ask for. */
export async function validateLicenseKey(shop: Shop, bare: number): Promise<Question> {
  const rows = await shop.sql.till<{ key: string }[]>`select key from license_keys order by key limit ${MANY}`
  const asks = rows.map(
    ({ key }): Ask => ({
      method: 'POST',
      path: '/v1/customer-portal/license-keys/validate',
      body: { key, organization_id: shop.catalog.organizationId },
    }),
  )
  const ports = { till: shop.till.port, plain: shop.plainPort, bare }
  const [hot] = asks
  if (!hot) throw new Error('the shop has no license keys')
  const bytes = await requireSameAnswers(hot, ports.till, ports.plain)
  return {
    name: 'validate license key',
    contests: [
      contestOf('validate key, many', { kind: 'requests', asks }, ports, bytes),
      contestOf('validate key, one hot', { kind: 'requests', asks: [hot] }, ports, bytes),
    ],
  }
}
