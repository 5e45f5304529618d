/** Server settings by their PostgreSQL names. */
export type PostgresSettings = Record<string, string>;

/** For a small machine (2 cores, 2 to 4 GB) that also runs the portal. Durability settings keep PostgreSQL's defaults. */
const DEFAULTS: PostgresSettings = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_completion_target: '0.9',
  autovacuum_naptime: '15s',
  timezone: 'UTC',
};

/** Settings that the launcher relies on; they cannot be overridden. */
const FIXED: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%b|',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Statements, parameters and conflicting keys contain client data and must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** The `-c name=value` arguments of one start. */
export function settingArguments(port: number, overrides: PostgresSettings = {}): string[] {
  const settings = { ...DEFAULTS, ...overrides, ...FIXED, port: String(port) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
