import { CUSTOMER } from './columns.ts'
import { type Context, Failure } from './context.ts'
import { licenseKeyOf } from './views.ts'

interface Ask {
  readonly key: string
  readonly organization_id: string
  readonly increment_usage?: number
}

/** Whoever holds a key is shown the customer's address, and nothing of who they are. */
const NOBODY = { cu_metadata: {}, cu_name: null, cu_billing_address: null, cu_tax_id: null, cu_external_id: null }

/** Under the row's lock: look, judge, count. */
export async function validateLicenseKey({ sql, links }: Context, ask: Ask): Promise<object> {
  const spend = ask.increment_usage ?? 0
  return sql.begin(async (tx) => {
    const [key] = await tx`
      select k.*, ${tx.unsafe(CUSTOMER)} from license_keys k join customers cu on cu.id = k.customer_id
      where k.organization_id = ${ask.organization_id} and k.key = ${ask.key} for update of k`
    const now = new Date()
    if (key?.status !== 'granted') throw new Failure(404)
    if (key.expires_at !== null && key.expires_at <= now) throw new Failure(404)
    if (key.entitled_until !== null && key.entitled_until <= now) throw new Failure(404)
    if (key.limit_activations !== null) throw new Failure(404)
    if (key.limit_usage !== null && key.usage + spend > key.limit_usage) throw new Failure(400)
    const [counted] = await tx`
      update license_keys set usage = usage + ${spend}, validations = validations + 1, last_validated_at = ${now}
      where id = ${key.id} returning usage, validations, last_validated_at`
    return { ...licenseKeyOf({ ...key, ...counted, ...NOBODY }, links), activation: null }
  })
}
