import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { getInstallation as installationEndpoint } from '@ledgerline/contract/settings/endpoints';
import { lastBackupAt } from '#platform/backup/last-backup.ts';
import { filesBucketOf } from '#platform/backup/manifest.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { countUnsent } from '#platform/email/queue.ts';
import { isEmailConnected } from '#platform/email/transport.ts';

const DAY_MS = 86_400_000;
/** Backups are usually created once a day; one may fail. */
const MAX_AGE_DAYS = 2;

type Ctx = Context<AgentActor>;

/** What owners cannot change in the portal: settings of the server, and its newest backup. */
export async function getInstallation(ctx: Ctx): Promise<ReplyOf<typeof installationEndpoint>> {
  const { config } = ctx.deps;
  const { backupsDir } = dataPaths(config.dataDir);
  const last_at = await lastBackupAt(backupsDir);
  return {
    success: true,
    data: {
      email: {
        is_connected: isEmailConnected(ctx.deps),
        server: config.SMTP_URL ? new URL(config.SMTP_URL).host : null,
        from: config.MAIL_FROM,
        waiting: await countUnsent(ctx.db),
      },
      backups: {
        last_at,
        folder: backupsDir,
        keep_days: config.BACKUP_KEEP_DAYS ?? null,
        bucket: filesBucketOf(config)?.bucket ?? null,
        has_point_in_time: config.WAL_ARCHIVE !== undefined,
        needs_attention: !isRecent(last_at, ctx.deps.clock.now()),
      },
    },
  };
}

function isRecent(instant: string | null, now: Date): boolean {
  return instant !== null && now.getTime() - new Date(instant).getTime() <= MAX_AGE_DAYS * DAY_MS;
}
