import type { Reply } from './client.ts'
import { unique } from './factories.ts'
import type { TestTill } from './till.ts'

type Body = Reply['body']

export function makeLicenseKeysBenefit(till: TestTill, organizationId: string, fields: object = {}): Promise<Body> {
  return makeBenefit(till, { organization_id: organizationId, type: 'license_keys', properties: {}, ...fields })
}

export function makeCustomBenefit(till: TestTill, organizationId: string, fields: object = {}): Promise<Body> {
  return makeBenefit(till, { organization_id: organizationId, type: 'custom', properties: { note: null }, ...fields })
}

/** Files that customers can download; they have to be uploaded. */
export function makeDownloadablesBenefit(
  till: TestTill,
  organizationId: string,
  files: readonly string[],
  fields: object = {},
): Promise<Body> {
  return makeBenefit(till, { organization_id: organizationId, type: 'downloadables', properties: { files }, ...fields })
}

function makeBenefit(till: TestTill, fields: object): Promise<Body> {
  return till.owner.must(till.owner.post('/v1/benefits/', { description: `Benefit ${unique()}`, ...fields }))
}
