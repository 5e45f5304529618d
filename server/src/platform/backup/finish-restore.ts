import type pg from 'pg';
import type { Config } from '../config.ts';
import type { DataPaths } from '../data-folder.ts';
import { databaseOn } from '../database/database.ts';
import { findKeyProblem } from '../secrets/key-marks.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import { clearAuditEncryptionMark } from '../secrets/migrate-ciphers.ts';
import { wrongKeysSentence } from '../secrets/open-keys.ts';
import { clearEncryptionMarks } from '../storage/encrypted/encryption-marks.ts';
import { deleteListed } from './deleted-clients.ts';
import { withClient } from './installation.ts';

/** An installation whose server is stopped, and its configuration. */
export interface RestoreTarget {
  url: string;
  paths: DataPaths;
  config: Config;
  /** Lists of permanently deleted clients, besides the one of this data folder. */
  deletedClients?: readonly string[];
}

/**
 * Resets what a restored database must not resume as if no time had passed; returns notes for the operator. For restores of every
 * kind, once the rows are there and migrated to this version.
 */
export async function finishRestore(target: RestoreTarget, keys: KeyRing): Promise<string[]> {
  return withClient(target.url, async (client) => {
    await client.query('analyze');
    // It does not own files stored elsewhere: those may be the live portal's, and this a test restore.
    await client.query(`delete from installation_marks where name in ('files', 'files place')`);
    // Its files may be unencrypted, as an earlier version stored them: the next start checks all of them.
    await clearEncryptionMarks(databaseOn(client));
    await clearAuditEncryptionMark(databaseOn(client));
    return [
      ...(await endWaitingEmails(client)),
      ...(await pauseReminders(client)),
      ...(await deleteListed(client, target.paths.deletedClientsFile, target.deletedClients)),
      ...(await recordTokenSecret(client, keys, target)),
    ];
  });
}

/**
 * Queued emails may have been sent since then, and a test restore must not email anyone: they are marked as failed, and agents
 * send again what is missing.
 */
async function endWaitingEmails(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `update mail_messages set status = 'failed', content = null,
            error = 'Not sent: it was still queued in the backup that this database was restored from.'
      where status = 'queued'`,
  );
  if (!rowCount) return [];
  return [
    `Emails that were queued when the backup was made: ${rowCount}. They are not sent automatically, because they may have been sent since: the email log shows them as failed.`,
  ];
}

/** What they remind clients of may be done by now, and a test restore must not remind anyone: agents resume them. */
async function pauseReminders(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `update reminder_series set state = 'paused', due_at = null, looked_at = null where state = 'active'`,
  );
  if (!rowCount) return [];
  return [
    `Reminders to clients that were active when the backup was made, and are paused now: ${rowCount}. Agents resume those that are still needed.`,
  ];
}

async function recordTokenSecret(
  client: pg.Client,
  keys: KeyRing,
  { config, paths }: RestoreTarget,
): Promise<string[]> {
  const problem = await findKeyProblem(databaseOn(client), keys);
  return problem ? [wrongKeysSentence(problem, config, paths.keysFile)] : [];
}
