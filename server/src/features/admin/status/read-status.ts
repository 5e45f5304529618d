import { readFile, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DISK_FULL_PERCENT, overallHealth } from '@ledgerline/contract/rules';
import type { SystemStatus } from '@ledgerline/contract/status/endpoints';
import { countDueReminders } from '#features/activity/reminders/send-reminders.ts';
import { revealMessages } from '#features/people/agents/reveals/limit-reveals.ts';
import { countForDigests } from '#features/people/notifications/read-notifications.ts';
import { countUnlinked } from '#platform/audit/link-hash.ts';
import type { AgentActor, Context, VisitorActor } from '#platform/context.ts';
import { dataPaths } from '#platform/data-folder.ts';
import type { Database } from '#platform/database/database.ts';
import { countUnsent } from '#platform/email/queue.ts';
import { EMAIL_MISSING, isEmailConnected } from '#platform/email/transport.ts';
import { withinASecond } from '#platform/http/request-deadline.ts';
import { PUBLIC_URL_MISSING } from '#platform/public-address.ts';
import { countInClear } from '#platform/storage/encrypted/encryption-marks.ts';
import { UPLOAD_FLOOR_BYTES } from '#platform/storage/free-space.ts';
import { canSeeReveals } from './policy.ts';
import { pingDatabase } from './repository.ts';

const MEBIBYTE = 1024 * 1024;

const megabytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(1)} MB`;
const gigabytes = (bytes: number) => `${(bytes / MEBIBYTE / 1024).toFixed(2)} GB`;

/** `3d 4h 5m` of a number of seconds. */
export function uptimeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 1440)}d ${Math.floor(minutes / 60) % 24}h ${minutes % 60}m`;
}

/** The state of the process and its machine; values that identify the host are for agents only (decisions B9). */
export async function getStatus(ctx: Context<AgentActor | VisitorActor>): Promise<SystemStatus> {
  const started = performance.now();
  const [disk, ofReveals, queues] = await Promise.all([
    withinASecond(fullestDisk(ctx.deps.config.dataDir)).catch(() => null),
    withinASecond(revealLimitMessages(ctx)),
    ctx.actor.kind === 'agent' ? withinASecond(measureQueues(ctx.db, ctx.deps.clock.now())) : [],
    withinASecond(pingDatabase(ctx.db)),
  ]);
  const total = os.totalmem();
  const memory = { total, used: total - os.freemem() };
  return {
    success: true,
    overallHealth: overallHealth({
      memory_percent: percentOf(memory),
      load_percent: ((os.loadavg()[0] ?? 0) / Math.max(os.cpus().length, 1)) * 100,
      disk_percent: disk?.percent ?? 0,
    }),
    responseTime: Math.round((performance.now() - started) * 100) / 100,
    timestamp: ctx.deps.clock.now().toISOString(),
    notices: [...messagesFor(ctx, disk), ...ofReveals],
    queues: queues.map(({ name, waiting }) => ({ name, waiting })),
    system: { resources: machine(ctx, memory, disk) },
    api: {
      process: ownProcess(ctx),
      health: { environment: ctx.deps.config.NODE_ENV, version: ctx.deps.config.version },
    },
  };
}

interface Use {
  used: number;
  total: number;
}

const percentOf = ({ used, total }: Use) => (used / total) * 100;

/** Values that identify the machine, for agents only. */
const forAgents = <T>({ actor }: Context<AgentActor | VisitorActor>, value: T): T | null =>
  actor.kind === 'agent' ? value : null;

function machine(ctx: Context<AgentActor | VisitorActor>, memory: Use, disk: DiskUse | null) {
  const cpus = os.cpus();
  const shown = (use: Use, percent: number) => ({
    usage: `${percent.toFixed(1)}%`,
    used: gigabytes(use.used),
    total: gigabytes(use.total),
  });
  return {
    cpu: { load: os.loadavg(), cores: cpus.length, model: forAgents(ctx, cpus[0]?.model ?? 'unknown') },
    memory: shown(memory, percentOf(memory)),
    disk: disk && shown(disk, disk.percent),
    uptime: { formatted: uptimeText(os.uptime()) },
    platform: {
      type: os.type(),
      release: forAgents(ctx, os.release()),
      arch: os.arch(),
      hostname: forAgents(ctx, os.hostname()),
    },
  };
}

function ownProcess(ctx: Context<AgentActor | VisitorActor>) {
  const { heapUsed, heapTotal, external } = process.memoryUsage();
  return {
    pid: forAgents(ctx, process.pid),
    version: forAgents(ctx, process.version),
    platform: process.platform,
    memory: { used: megabytes(heapUsed), total: megabytes(heapTotal), external: megabytes(external) },
    uptime: { formatted: uptimeText(process.uptime()) },
  };
}

/** Warnings, for agents (decisions O8). */
function messagesFor({ actor, deps }: Context<AgentActor | VisitorActor>, disk: DiskUse | null): string[] {
  if (actor.kind !== 'agent') return [];
  return [
    ...(deps.config.PUBLIC_URL ? [] : [PUBLIC_URL_MISSING]),
    ...(isEmailConnected(deps) ? [] : [EMAIL_MISSING]),
    ...diskMessages(disk),
  ];
}

/** Other agents' counts are for managers only. */
async function revealLimitMessages(ctx: Context<AgentActor | VisitorActor>): Promise<string[]> {
  return canSeeReveals(ctx.actor) ? revealMessages(ctx) : [];
}

/** What to do about a disk that is almost full; uploads and imports are rejected before it is full. */
export function diskMessages(disk: DiskUse | null): string[] {
  if (!disk) return [];
  const free = disk.total - disk.used;
  const isPaused = free < UPLOAD_FLOOR_BYTES;
  if (disk.percent < DISK_FULL_PERCENT && !isPaused) return [];
  const left = isPaused ? megabytes(free) : gigabytes(free);
  const state = `The server’s disk is ${Math.floor(disk.percent)}% full (${left} left).`;
  return [
    isPaused
      ? `${state} Uploads and imports are paused until space is freed up.`
      : `${state} Free up space before it stops the portal.`,
  ];
}

interface Queue {
  /** Its name on the status page. */
  name: string;
  /** Its label in the metrics, which stays when the name on the page changes (docs/operations.md). */
  metric: string;
  count: (db: Database, now: Date) => Promise<number>;
}

const QUEUES: readonly Queue[] = [
  { name: 'Emails to send', metric: 'mails_to_send', count: countUnsent },
  { name: 'Notifications for digests', metric: 'notices_for_digests', count: countForDigests },
  { name: 'Reminders due', metric: 'reminders_due', count: countDueReminders },
  { name: 'Files to encrypt', metric: 'files_to_encrypt', count: countInClear },
  { name: 'Audit rows to add to the hash chain', metric: 'audit_rows_to_seal', count: countUnlinked },
];

/** Pending work by queue; `metric` is for the metrics only. */
export function measureQueues(
  db: Database,
  now: Date,
): Promise<(SystemStatus['queues'][number] & Pick<Queue, 'metric'>)[]> {
  return Promise.all(
    QUEUES.map(async ({ name, metric, count }) => ({ name, metric, waiting: await count(db, now) })),
  );
}

/** Bytes of a disk, as far as this process may use them. */
interface DiskUse {
  used: number;
  total: number;
  percent: number;
}

/** The fullest of the disks that a server with this data folder writes to; null where the system does not report it. */
async function fullestDisk(dataDir: string): Promise<DiskUse | null> {
  const { path: root, filesDir, outboxDir, templatesDir } = dataPaths(dataDir);
  // If a server that runs as root stores the database elsewhere, this file names the location.
  const elsewhere = await readFile(path.join(root, 'database.location'), 'utf8').catch(() => '');
  const folders = [root, filesDir, outboxDir, templatesDir, elsewhere.trim()].filter(Boolean);
  const uses = await Promise.all(folders.map(useOf));
  return uses.reduce((most, use) => (use && use.percent > (most?.percent ?? -1) ? use : most), null);
}

async function useOf(folder: string): Promise<DiskUse | null> {
  const disk = await statfs(folder).catch(() => null);
  if (!disk || disk.blocks === 0) return null;
  const used = (disk.blocks - disk.bfree) * disk.bsize;
  const total = used + disk.bavail * disk.bsize;
  return { used, total, percent: (used / total) * 100 };
}
