import path from 'node:path';
import { parseArgs } from 'node:util';
import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { type CheckpointStore, checkpointFile } from '../server/src/platform/audit/checkpoints.ts';
import { type AuditReport, verifyAuditLog } from '../server/src/platform/audit/verify.ts';
import { writeRestored } from '../server/src/platform/audit/write-checkpoints.ts';
import { createTokenSigner } from '../server/src/platform/auth/tokens.ts';
import { connectToInstallation } from '../server/src/platform/backup/installation.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { type DatabasePool, openDatabase } from '../server/src/platform/database/database.ts';
import { createFieldCipher } from '../server/src/platform/secrets/field-cipher.ts';
import { requireKeys } from '../server/src/platform/secrets/key-ring.ts';
import { createCheckpointStores, createStorage, openStorage } from '../server/src/providers/providers.ts';
import { runCommand } from './installation.ts';

const USAGE = 'npm run audit:verify [-- --head <file with checkpoints>] [--restored]';
const PROGRESS_INTERVAL = 100_000;

function readArgs(args: string[]): { head?: string; restored?: boolean } {
  try {
    const { values } = parseArgs({
      args,
      options: { head: { type: 'string' }, restored: { type: 'boolean' } },
    });
    return values;
  } catch (error) {
    throw new StartupError(`${reasonOf(error)}: ${USAGE}`);
  }
}

async function assertCurrentVersion(database: DatabasePool): Promise<void> {
  const [found] = await database.query<{ is: boolean }>(
    `select to_regclass('audit_chain') is not null as is`,
  );
  if (!found?.is)
    throw new StartupError('This database has no hash chain yet: start the server of this version once.');
}

function createProgressLogger() {
  let loggedCount = 0;
  return async (done: number, total: number) => {
    if (done - loggedCount < PROGRESS_INTERVAL) return;
    loggedCount = done;
    console.log(`${done} of ${total} rows`);
  };
}

/** Prints the report; returns whether the audit log is verified. */
function printReport({ total, unsealed, findings, heads, notes }: AuditReport): boolean {
  for (const { place, heads: count, newest_at, newest_position } of heads)
    console.log(
      newest_position === null
        ? `No checkpoints in ${place} yet.`
        : `Checkpoints in ${place}: ${count}, the newest of ${newest_at} at position ${newest_position}.`,
    );
  for (const note of notes) console.log(note);
  for (const { message } of findings) console.error(message);
  if (unsealed > 0) console.log(`Rows that are not in the hash chain yet: ${unsealed}.`);
  if (findings.length === 0) console.log(`Audit log verified: ${total} rows match the hash chain.`);
  else console.error(`The audit log has been altered. First finding: ${findings[0]?.message}`);
  return findings.length === 0;
}

/**
 * npm run audit:verify: compares the audit log with its hash chain and the external checkpoints, with or without a running
 * server; exit code 1 if anything does not match. `--head` adds a file with checkpoints stored elsewhere. `--restored` records
 * in a checkpoint that the database was restored on purpose.
 */
await runCommand(async (config, args) => {
  const { head, restored = false } = readArgs(args);
  const installation = await connectToInstallation(config);
  const database = openDatabase(installation.url, { max: 2, onError: () => undefined });
  try {
    await assertCurrentVersion(database);
    const ring = await requireKeys(config, installation.paths.keysFile);
    const tokens = createTokenSigner(ring.tokenSecret);
    const own: CheckpointStore[] = createCheckpointStores(config);
    if (restored) {
      const lines = await writeRestored({ database, clock: systemClock, checkpointStores: own, tokens });
      for (const line of lines) console.log(line);
    }
    const checkpointStores = head ? [...own, checkpointFile(path.resolve(head))] : own;
    const storage = openStorage(createStorage(config), { cipher: createFieldCipher(ring), database });
    const report = await verifyAuditLog({
      database,
      tokens,
      checkpointStores,
      storage,
      onProgress: createProgressLogger(),
    });
    if (!printReport(report)) process.exitCode = 1;
  } finally {
    await database.close();
    await installation.close();
  }
});
