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

/** An installation whose server is stopped, and its settings. */
export interface RestoreTarget {
  url: string;
  paths: DataPaths;
  config: Config;
  /** Lists of clients who were deleted for good, beside the one of this data folder. */
  deletedClients?: readonly string[];
}

/**
 * What a database that was put back must not go on with as if no time had passed; answers what the operator has to know. For
 * restores of every kind, once the rows are there and of this version.
 */
export async function settleRestored(target: RestoreTarget, keys: KeyRing): Promise<string[]> {
  return withClient(target.url, async (client) => {
    await client.query('analyze');
    // It owns no files that lie elsewhere: those may be the real portal's, and this a restore for trying.
    await client.query(`delete from installation_marks where name in ('files', 'files place')`);
    // Its files may lie in clear, as those of an earlier version did: the next start looks through all of them.
    await clearEncryptionMarks(databaseOn(client));
    await clearAuditEncryptionMark(databaseOn(client));
    return [
      ...(await endWaitingEmails(client)),
      ...(await pauseReminders(client)),
      ...(await deleteListed(client, target.paths.deletedClientsFile, target.deletedClients)),
      ...(await noteTokenSecret(client, keys, target)),
    ];
  });
}

/**
 * Mails that waited may have gone out since then, and a restore for trying must write to nobody: they are marked, and
 * agents send again what is missing.
 */
async function endWaitingEmails(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `update mail_messages set status = 'failed', content = null,
            error = 'Not sent: it was waiting when the backup was made that this database was restored from.'
      where status = 'queued'`,
  );
  if (!rowCount) return [];
  return [
    `${rowCount} mails were waiting to be sent when the backup was made. They are not sent by themselves, as they may have gone out since: the mail log shows them as failed.`,
  ];
}

/** What they remind of may be done since then, and a restore for trying must remind nobody: agents resume them. */
async function pauseReminders(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `update reminder_series set state = 'paused', due_at = null, looked_at = null where state = 'active'`,
  );
  if (!rowCount) return [];
  return [
    `Reminders to clients are paused: ${rowCount} were under way when the backup was made. Agents resume those that are still to go.`,
  ];
}

async function noteTokenSecret(
  client: pg.Client,
  keys: KeyRing,
  { config, paths }: RestoreTarget,
): Promise<string[]> {
  const problem = await findKeyProblem(databaseOn(client), keys);
  return problem ? [wrongKeysSentence(problem, config, paths.keysFile)] : [];
}
