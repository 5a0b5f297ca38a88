import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { install } from './install.mjs'

/**
 * Installs and builds what is missing, then becomes the command: in this process, so that a signal, an exit
 * code and a pid mean what they say.
 */
export async function runTill(args) {
  await install('start')
  const program = await build()
  process.argv = [process.execPath, program, ...args]
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(program).href)
}
