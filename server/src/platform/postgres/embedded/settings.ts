/** Suits a small shop beside its Node process on one machine; whoever needs more brings a DATABASE_URL. */
const ordinary: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Less log to replay after a crash: ready again within seconds.
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  random_page_cost: '1.1',
  // Statements are short: compiling them, or sharing them out, costs more than it saves. Parallel workers
  // would also need /dev/shm, which a container keeps at 64 MB.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Till logs its own errors. Statements and details carry customers' data, which a log should not keep.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** For tests only: a power cut may destroy the cluster. */
const throwaway: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

export interface Listen {
  readonly port: number
  /** Null: the path is too long for a socket. */
  readonly socketFolder: string | null
}

/**
 * Everything is given on the command line and nothing written to postgresql.conf, so that a new release of
 * Till changes settings without touching the folders of older ones.
 */
export function serverArguments(durable: boolean, extra: Record<string, string>, listen: Listen): string[] {
  const settings = {
    ...ordinary,
    ...(durable ? {} : throwaway),
    ...extra,
    listen_addresses: '127.0.0.1',
    port: String(listen.port),
    unix_socket_directories: listen.socketFolder ?? '',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
