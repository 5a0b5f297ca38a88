import { pathToFileURL } from 'node:url'
import { BuildFailed, build } from './build.mjs'
import { install } from './install.mjs'
import { giveUp } from './terminal.mjs'

/**
 * Installs and builds what is missing, then becomes the command: in this process, so that a signal, an exit
 * code and a pid mean what they say.
 */
export async function runTill(args) {
  await install('start')
  const program = await buildOrGiveUp()
  process.argv = [process.execPath, program, ...args]
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(program).href)
}

export async function buildOrGiveUp(options) {
  try {
    return await build(options)
  } catch (error) {
    if (error instanceof BuildFailed) giveUp(error.message)
    throw error
  }
}
