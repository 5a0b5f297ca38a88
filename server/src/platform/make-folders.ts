import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Like `mkdir -p`. Node's own never returns where the system answers "no such file" for a new name, as below /proc. */
export function makeFolders(path: string): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolders(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have been quicker.
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}
