import type { Links } from '../../kernel/links.ts'
import { pageOf } from '../../kernel/page.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { LICENSE_KEY_CRITERIA, LicenseKeyList, licenseKeyView } from '../../modules/license-keys/index.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { customerSession, type Route, read } from '../../platform/http/route.ts'
import { ownLicenseKeys } from './own-license-keys.ts'
import { OwnLicenseKeyQuery } from './schema.ts'

/** What customers see of theirs. */
export function customerPortalRoutes({ links }: { readonly links: Links }): readonly Route[] {
  return [
    read(
      {
        method: 'GET',
        path: '/v1/customer-portal/license-keys/',
        operationId: 'listOwnLicenseKeys',
        tag: 'Customer portal',
        summary: 'List own license keys',
        description:
          'Of the customer whose session it is, sorted by `created_at`. The session that a confirm answers with shows the keys of that purchase; one that the seller makes shows all of them.',
        access: customerSession,
        query: OwnLicenseKeyQuery,
        status: 200,
        answer: LicenseKeyList,
      },
      async ({ db, customer, query }) => {
        const page = pageOf(query)
        const sorting = sortingOf(query.sorting, LICENSE_KEY_CRITERIA, ['created_at'])
        const found = await ownLicenseKeys(db, customer, query.benefit_id, sorting, page)
        return listAnswer(found, page, ({ licenseKey, customer: owner }) => licenseKeyView(licenseKey, owner, links))
      },
    ),
  ]
}
