import type { Seller } from '../seller.ts'
import { upload } from '../upload.ts'

/** Files for downloading, each with its own bytes: they cannot be copied by a statement. */
export async function makeFiles(seller: Seller, organizationId: string, many: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= many; number += 1) {
    const bytes = Buffer.from(`The text of file ${number}.\n`)
    const file = { name: `file-${number}.txt`, mime_type: 'text/plain', service: 'downloadable', bytes } as const
    ids.push(await upload(seller, organizationId, file))
  }
  return ids
}
