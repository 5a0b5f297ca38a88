import { realpathSync } from 'node:fs'
import postgres from 'postgres'
import { database, superuser } from './create-cluster.ts'

const name = 'till presence'

/**
 * One idle connection for as long as this process uses the server. It tells others that somebody is in, so that
 * the last one out stops the server, and its end tells us at once that the server is gone.
 */
export interface Presence {
  /** The server's process for this connection: it is listed for a moment after we have left. */
  readonly backend: number
  leave(): Promise<void>
}

export function urlOf(port: number, password: string, db = database): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${db}`
}

/** Null: nothing answers there, or it is not the server of this cluster. */
export async function enter(
  port: number,
  password: string,
  cluster: string,
  onGone: () => void,
): Promise<Presence | null> {
  let inside = false
  // The maintenance database: a connection to our own would keep it from serving as a template.
  const sql = postgres(urlOf(port, password, 'postgres'), {
    max: 1,
    connect_timeout: 5,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: name },
    onclose: () => inside && onGone(),
  })
  try {
    const [row] = await sql<{ folder: string; backend: number }[]>`
      select current_setting('data_directory') as folder, pg_backend_pid() as backend`
    if (row !== undefined && realpathSync(row.folder) === realpathSync(cluster)) {
      inside = true
      return {
        backend: row.backend,
        leave: () => {
          inside = false
          return sql.end({ timeout: 1 })
        },
      }
    }
  } catch {
    // Still starting, stopping, or a stranger: the caller looks again.
  }
  await sql.end({ timeout: 0 })
  return null
}

/** Whether a process other than ours uses the server. Throws when the server does not answer. */
export async function othersAreIn(port: number, password: string, ours: Presence): Promise<boolean> {
  const sql = postgres(urlOf(port, password, 'postgres'), {
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
  })
  try {
    const [row] = await sql<{ others: number }[]>`
      select count(*)::int as others from pg_stat_activity
      where application_name = ${name} and pid <> ${ours.backend}`
    return row !== undefined && row.others > 0
  } finally {
    await sql.end({ timeout: 1 })
  }
}
