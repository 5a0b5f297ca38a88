import { resolve } from 'node:path'
import { type Config, readConfig } from '../../platform/config.ts'
import { StartupProblem } from '../../platform/startup-problem.ts'
import type { Contents } from '../backup/archive/walk.ts'
import { describeContents } from '../backup/describe.ts'
import { type BackupChoices, makeBackup } from '../backup/make-backup.ts'
import { writeWhole } from '../backup/output.ts'
import type { Command } from '../command.ts'

const STANDARD_OUTPUT = '-'

export const backup: Command = {
  flags: {
    [STANDARD_OUTPUT]: 'in the place of FILE: writes to the standard output',
    '--with-secrets': 'keeps the secret key too, so that whoever has the file needs nothing else',
    '--with-files': 'keeps files that lie in a bucket too',
    '--without-files': 'leaves all uploaded files out',
  },
  takesWords: true,
  summary: 'writes everything to FILE, also while the server runs',
  async run(args, say) {
    const config = readConfig(process.env)
    const choices = choicesOf(args)
    const name = fileOf(args)
    if (name === STANDARD_OUTPUT) {
      const sayAside = (line: string) => process.stderr.write(`${line}\n`)
      const contents = await makeBackup(config, choices, process.stdout, sayAside)
      for (const line of report('the backup', contents, config)) sayAside(line)
    } else {
      const path = resolve(name)
      const contents = await writeWhole(path, (out) => makeBackup(config, choices, out, say))
      for (const line of report(path, contents, config)) say(line)
    }
  },
}

function fileOf(args: readonly string[]): string {
  const [name, ...others] = args.filter((word) => !word.startsWith('--'))
  if (name !== undefined && others.length === 0) return name
  throw new StartupProblem('Say where the backup goes, with one name: npm run backup -- FILE')
}

function choicesOf(args: readonly string[]): BackupChoices {
  const [withFiles, withoutFiles] = [args.includes('--with-files'), args.includes('--without-files')]
  if (withFiles && withoutFiles) throw new StartupProblem('Choose one of --with-files and --without-files.')
  return { withSecrets: args.includes('--with-secrets'), withFiles: withFiles || withoutFiles ? withFiles : null }
}

/** What is in it, and what has to be kept in another way. */
function report(name: string, contents: Contents, { s3, dataDir }: Config): string[] {
  const { header } = contents
  const place = s3 === null ? `${dataDir}/files` : `the bucket ${s3.bucket}`
  return [
    `Wrote ${name}: ${describeContents(contents)}`,
    header.secretKey === null
      ? 'The secret key is not in it: keep secret.key or TILL_SECRET_KEY too, because the restored instance needs it.'
      : 'The secret key is in it: whoever has this file can read everything that is sealed.',
    ...(header.files === 'left out' ? [`Files are not in it: the restored instance needs those in ${place}.`] : []),
  ]
}
