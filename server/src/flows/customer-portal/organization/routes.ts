import { type Static, Type } from 'typebox'
import type { Links } from '../../../kernel/links.ts'
import { Refusal, ResourceNotFound } from '../../../kernel/refusal.ts'
import { Extend, named } from '../../../kernel/wire.ts'
import {
  OrganizationPublicWire,
  organizationFromJson,
  organizationJson,
  organizationPublicView,
} from '../../../modules/organizations/index.ts'
import {
  CheckoutProductWire,
  checkoutProductView,
  fullProductFromJson,
  fullProductJson,
} from '../../../modules/products/index.ts'
import { publicAccess, type Route, read } from '../../../platform/http/route.ts'
import type { Db } from '../../../platform/postgres/pool.ts'

const MOST_PRODUCTS = 100

/** Older clients read the organization itself, newer ones look below `organization`; so both are there. */
const Storefront = named(
  'CustomerPortalOrganization',
  Extend(OrganizationPublicWire, { organization: OrganizationPublicWire, products: Type.Array(CheckoutProductWire) }),
)
type Storefront = Static<typeof Storefront>

export const organizationRoute = (links: Links): Route =>
  read(
    {
      method: 'GET',
      path: '/v1/customer-portal/organizations/{slug}',
      operationId: 'getPortalOrganization',
      tag: 'Customer portal',
      summary: 'Get an organization by its slug',
      description: `For everybody: who sells, and up to ${MOST_PRODUCTS} products that are on sale, the newest first. The organization stands at the top and once more below \`organization\`, for clients of different ages.`,
      access: publicAccess,
      params: Type.Object({
        slug: Type.String({
          maxLength: 64,
          pattern: '^[A-Za-z0-9-]+$',
          patternMeans: 'letters, digits and hyphens only',
          examples: ['northwind-audio'],
        }),
      }),
      status: 200,
      answer: Storefront,
      refusals: [ResourceNotFound],
    },
    async ({ db, params }) => {
      const found = await findStorefront(db, params.slug.toLowerCase(), links)
      if (!found) throw new Refusal(ResourceNotFound)
      return found
    },
  )

async function findStorefront({ sql }: Db, slug: string, links: Links): Promise<Storefront | undefined> {
  const [row] = await sql<{ organization: object; products: object[] }[]>`
    select ${organizationJson(sql)} as organization, array_to_json(array(
      select ${fullProductJson(sql, 'p')} from (
        select * from products each where each.organization_id = o.id and not each.is_archived
        order by each.created_at desc, each.id desc limit ${MOST_PRODUCTS}) p
      order by p.created_at desc, p.id desc)) as products
    from organizations o where o.slug = ${slug}`
  if (!row) return undefined
  const organization = organizationPublicView(organizationFromJson(row.organization))
  const products = row.products.map((json) => checkoutProductView(fullProductFromJson(json), links))
  return { ...organization, organization, products }
}
