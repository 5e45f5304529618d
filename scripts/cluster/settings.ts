/** The ports of the cluster, counted from the first one. */
export function portsFrom(first: number) {
  return {
    web: first,
    portals: [first + 1, first + 2, first + 3],
    etcd: first + 4,
    etcdPeers: first + 5,
    patroni: [first + 6, first + 7],
    postgres: [first + 8, first + 9],
    database: first + 10,
    pooler: first + 11,
  } as const;
}
export type Ports = ReturnType<typeof portsFrom>;

export const DATABASE = 'ledgerline';
export const NODES = ['one', 'two'] as const;

export interface Secrets {
  superuser: string;
  replication: string;
  portal: string;
}

/**
 * One PostgreSQL under Patroni (which reads JSON as YAML). A transaction is acknowledged when both nodes have it; if one is
 * down, Patroni continues with the other. A primary that is down is replaced after its 15 s leader lock has expired. Without
 * etcd, the primary continues while every node responds (failsafe).
 */
export function patroniSettings(
  node: number,
  {
    ports,
    secrets,
    folder,
    postgresDir,
  }: { ports: Ports; secrets: Secrets; folder: string; postgresDir: string },
): string {
  const local = (port: number | undefined) => `127.0.0.1:${port}`;
  const hba = ['all', 'replication'].map((what) => `host ${what} all 127.0.0.1/32 scram-sha-256`);
  return JSON.stringify({
    scope: 'ledgerline',
    name: NODES[node],
    restapi: { listen: local(ports.patroni[node]), connect_address: local(ports.patroni[node]) },
    etcd3: { hosts: [local(ports.etcd)] },
    bootstrap: {
      dcs: {
        ttl: 15,
        loop_wait: 3,
        retry_timeout: 5,
        maximum_lag_on_failover: 0,
        synchronous_mode: true,
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            wal_log_hints: 'on',
            shared_buffers: '128MB',
            max_wal_size: '512MB',
            wal_keep_size: '256MB',
            wal_sender_timeout: '10s',
            wal_receiver_timeout: '10s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: local(ports.postgres[node]),
      connect_address: local(ports.postgres[node]),
      data_dir: `${folder}/data`,
      bin_dir: postgresDir,
      pgpass: `${folder}/pgpass`,
      pg_hba: hba,
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replicator', password: secrets.replication },
      },
    },
    watchdog: { mode: 'off' },
  });
}

const HAPROXY = `global
  maxconn 4000
defaults
  timeout connect 3s
`;

/** Routes connections to the primary: only its Patroni responds with 200. */
export function databaseProxySettings({ database, patroni, postgres }: Ports): string {
  const servers = NODES.map(
    (name, node) => `  server ${name} 127.0.0.1:${postgres[node]} check port ${patroni[node]}`,
  );
  return `${HAPROXY}  mode tcp
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${database}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

/** Balances requests across the portals, skips unhealthy ones, and retries failed connections with another portal. */
export function webProxySettings({ web, portals }: Ports): string {
  const servers = portals.map((port, number) => `  server portal${number + 1} 127.0.0.1:${port} check`);
  return `${HAPROXY}  mode http
  timeout client 2m
  timeout server 2m
  option forwardfor
  option redispatch
  retries 2
  retry-on conn-failure
listen portals
  bind 127.0.0.1:${web}
  balance roundrobin
  option httpchk GET /api/status
  http-request set-header X-Forwarded-Proto http
  http-request set-header X-Forwarded-Host %[req.hdr(Host)]
  default-server inter 1s fall 2 rise 1
${servers.join('\n')}
`;
}

/** Session mode, because a portal uses session locks, LISTEN and prepared statements. */
export function poolerSettings({ pooler, database }: Ports, folder: string): string {
  return `[databases]
${DATABASE} = host=127.0.0.1 port=${database} dbname=${DATABASE}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = session
default_pool_size = 120
max_client_conn = 300
server_connect_timeout = 3
server_login_retry = 1
query_wait_timeout = 20
tcp_keepalive = 1
tcp_keepidle = 10
tcp_keepintvl = 5
tcp_keepcnt = 3
`;
}
