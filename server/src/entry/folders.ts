import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The server package's folder, from the sources as well as from the bundle in dist. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'sql', 'migrations'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('the folder with the migrations was not found')
    folder = parent
  }
  return folder
}

const SERVER_DIR = packageFolder()
export const SQL_DIR = join(SERVER_DIR, 'sql')
export const CHECKOUT_PAGE_DIR = join(SERVER_DIR, '..', 'web', 'checkout', 'dist')
export const EMBED_DIR = join(SERVER_DIR, '..', 'web', 'embed', 'dist')
export const INVITATION_PAGE_DIR = join(SERVER_DIR, '..', 'web', 'invitation', 'dist')
export const STORE_PAGE_DIR = join(SERVER_DIR, '..', 'web', 'store', 'dist')
export const OPENAPI_FILE = join(SERVER_DIR, '..', 'openapi', 'openapi.json')
