import type { SystemStatus } from '@ledgerline/contract/status/endpoints';

interface StatusChanges {
  usage?: string;
  load?: number[];
  disk?: string;
  overallHealth?: string;
  notices?: string[];
}

/** A status of a healthy server, with changes. */
export function statusWith(changes: StatusChanges = {}): SystemStatus {
  return {
    success: true,
    overallHealth: changes.overallHealth ?? 'healthy',
    responseTime: 1.25,
    timestamp: '2026-11-20T06:00:00.000Z',
    notices: changes.notices ?? [],
    queues: [{ name: 'Notifications for digests', waiting: 1234 }],
    system: {
      resources: {
        cpu: { load: changes.load ?? [2, 1, 0.5], cores: 4, model: 'Test CPU' },
        memory: { usage: changes.usage ?? '45.5%', used: '4.00 GB', total: '8.00 GB' },
        disk: { usage: changes.disk ?? '61.0%', used: '6.10 GB', total: '10.00 GB' },
        uptime: { formatted: '3d 4h 5m' },
        platform: { type: 'Linux', release: '6.1', arch: 'x64', hostname: 'host-1' },
      },
    },
    api: {
      process: {
        pid: 4242,
        version: 'v24.0.0',
        platform: 'linux',
        memory: { used: '50 MB', total: '80 MB', external: '9 MB' },
        uptime: { formatted: '0d 1h 2m' },
      },
      health: { environment: 'production', version: '0.1.0' },
    },
  };
}
