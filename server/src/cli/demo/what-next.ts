import { Links } from '../../kernel/links.ts'
import type { FilledInstance } from './fill-instance.ts'

/** What to try with the shop, as lines that can be pasted. */
export function whatNext(filled: FilledInstance, baseUrl: string, isServing: boolean): string[] {
  const { shop, orders, customers, declines, checkoutUrl, validation } = filled
  return [
    `${shop.name} is open: ${Object.keys(shop.products).length} products, ${customers} customers, ${orders} orders, ${declines} declined cards.`,
    '',
    ...(isServing ? [] : ['Start the server first', '  npm start', '']),
    'Look at the store',
    `  ${new Links(baseUrl).store(shop.slug)}`,
    '',
    'Buy something, with the test card 4242 4242 4242 4242 and the code LAUNCH20',
    `  ${checkoutUrl}`,
    '',
    'Get an access token, then list orders',
    '  export TILL_TOKEN=$(npm run --silent token)',
    `  curl -H "Authorization: Bearer $TILL_TOKEN" "${baseUrl}/v1/orders/?organization_id=${shop.organizationId}&limit=5"`,
    '',
    'Ask whether a license key is valid, as the plug-in does',
    `  curl -H 'Content-Type: application/json' -d '${JSON.stringify(validation)}' ${baseUrl}/v1/customer-portal/license-keys/validate`,
    '',
    'Read how it works',
    `  ${baseUrl}/docs`,
  ]
}
