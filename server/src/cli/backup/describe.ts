import type { Contents } from './archive/walk.ts'

/** What a shop owner thinks of; the other tables hang on these. */
const NAMED = ['organizations', 'products', 'customers', 'orders', 'subscriptions', 'license_keys']

/** Such as `2 organizations, 15 products, 1,203 customers, ... and 7 files (12.3 MB)`. */
export function describeContents({ tables, files, fileBytes, header }: Contents): string {
  const rowsOf = (name: string) => tables.find((table) => table.schema === 'public' && table.name === name)?.rows ?? 0
  const counts = NAMED.map((name) => counted(rowsOf(name), name.replaceAll('_', ' ')))
  const megabytes = (fileBytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })
  const kept = header.files === 'included' ? `${counted(files, 'files')} (${megabytes} MB)` : 'no files'
  return `${counts.join(', ')} and ${kept}`
}

function counted(many: number, things: string): string {
  return `${many.toLocaleString('en-US')} ${many === 1 ? things.slice(0, -1) : things}`
}
