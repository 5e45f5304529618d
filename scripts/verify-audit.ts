import path from 'node:path';
import { parseArgs } from 'node:util';
import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { type CheckpointStore, checkpointFile } from '../server/src/platform/audit/checkpoints.ts';
import { type AuditReport, verifyAuditLog } from '../server/src/platform/audit/verify.ts';
import { writeRestored } from '../server/src/platform/audit/write-checkpoints.ts';
import { createTokenSigner } from '../server/src/platform/auth/tokens.ts';
import { openBesideServer } from '../server/src/platform/backup/installation.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { type DatabasePool, openDatabase } from '../server/src/platform/database/database.ts';
import { createFieldCipher } from '../server/src/platform/secrets/field-cipher.ts';
import { requireKeys } from '../server/src/platform/secrets/key-ring.ts';
import { createCheckpointStores, createStorage, openStorage } from '../server/src/providers/providers.ts';
import { runCommand } from './installation.ts';

const USAGE = 'npm run audit:verify [-- --head <file of heads>] [--restored]';
const LINE_EVERY = 100_000;

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
  const [there] = await database.query<{ is: boolean }>(
    `select to_regclass('audit_chain') is not null as is`,
  );
  if (!there?.is)
    throw new StartupError('This database has no chain yet: start the server of this version once.');
}

function progressTeller() {
  let loggedCount = 0;
  return async (done: number, total: number) => {
    if (done - loggedCount < LINE_EVERY) return;
    loggedCount = done;
    console.log(`${done} of ${total} rows`);
  };
}

/** Says what was found; true when the trail is whole. */
function printReport({ total, unsealed, findings, heads, notes }: AuditReport): boolean {
  for (const { location, heads: count, newest_at, newest_position } of heads)
    console.log(
      newest_position === null
        ? `No head stands in ${location} yet.`
        : `${count} heads in ${location}, the newest of ${newest_at} at place ${newest_position}.`,
    );
  for (const note of notes) console.log(note);
  for (const { message } of findings) console.error(message);
  if (unsealed > 0) console.log(`${unsealed} rows are not sealed yet.`);
  if (findings.length === 0) console.log(`The audit trail is whole: ${total} rows are as they were sealed.`);
  else console.error(`The audit trail is not what was sealed. The first: ${findings[0]?.message}`);
  return findings.length === 0;
}

/**
 * npm run audit:verify: compares the audit trail with its chain and the heads outside, beside a running server or without
 * one; exit code 1 when anything does not fit. `--head` adds a file of heads that was kept elsewhere. `--restored` says
 * that the database was put back on purpose, and keeps a head that says so.
 */
await runCommand(async (config, args) => {
  const { head, restored = false } = readArgs(args);
  const installation = await openBesideServer(config);
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
    const heads = head ? [...own, checkpointFile(path.resolve(head))] : own;
    const storage = openStorage(createStorage(config), { cipher: createFieldCipher(ring), database });
    const report = await verifyAuditLog({
      database,
      tokens,
      checkpointStores: heads,
      storage,
      onProgress: progressTeller(),
    });
    if (!printReport(report)) process.exitCode = 1;
  } finally {
    await database.close();
    await installation.close();
  }
});
