import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { StartupError } from '@ledgerline/host/startup-error';
import { startEmbeddedPostgres } from '@ledgerline/postgres';
import { buildApp, jobHandlers } from '#app';
import { createFirstAgent } from '#features/people/agents/manage-agents.ts';
import { checkIdentityProvider } from '#features/people/auth/sso/check-provider.ts';
import { emergencyEnd } from '#features/people/auth/sso/rules.ts';
import { BRAND_OF_DATABASE } from '#features/settings/brand/service.ts';
import { archiveFolder, claimArchive } from '#platform/archive/archive-folder.ts';
import { runArchiving } from '#platform/archive/archiving.ts';
import { startLifetime } from '#platform/audit/link-hash.ts';
import { openReadLog } from '#platform/audit/read-log.ts';
import { createTokenSigner } from '#platform/auth/tokens.ts';
import { deleteListed } from '#platform/backup/deleted-clients.ts';
import { withClient } from '#platform/backup/installation.ts';
import { systemClock } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config.ts';
import type { Deps } from '#platform/context.ts';
import { type DataFolder, openDataFolder } from '#platform/data-folder.ts';
import { databaseOn, openDatabase } from '#platform/database/database.ts';
import { migrateDatabase } from '#platform/database/migrate.ts';
import { assertNoTransactionPooler } from '#platform/database/pooler.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { openLiveFeed } from '#platform/live-feed.ts';
import { createLog, type Log, stabilizeConsole } from '#platform/log.ts';
import { addressNotes } from '#platform/public-address.ts';
import { createFieldCipher } from '#platform/secrets/field-cipher.ts';
import { assertKeysMatch, openKeyRing } from '#platform/secrets/open-keys.ts';
import { Shutdown } from '#platform/shutdown.ts';
import { filesLocation } from '#platform/storage/files-location.ts';
import { assertFilesMatch, claimLocation } from '#platform/storage/verify-location.ts';
import { createProviders, createStorage } from '#providers/providers.ts';

const RESTORED =
  'This is a different database than before. If it was restored without npm run restore, run npm run audit:verify -- --restored once.';
const WEB_FOLDER = path.resolve(import.meta.dirname, '../../web/dist');

async function startDatabase(
  config: Config,
  folder: DataFolder,
  log: Log,
  shutdown: Shutdown,
): Promise<{ url: string; clusterDir: string | null }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, clusterDir: null };
  const archive = config.WAL_ARCHIVE ? archiveFolder(config.WAL_ARCHIVE) : null;
  if (archive) await claimArchive(archive, folder.path);
  const embedded = await startEmbeddedPostgres({
    dataDir: folder.path,
    log,
    ...(archive ? { walDir: archive.walDir } : {}),
  });
  shutdown.add('embedded database', () => embedded.stop());
  return embedded;
}

/** Once there are keys and the schema is current, so that whatever is archived can be started again. */
function startArchiving(
  config: Config,
  folder: DataFolder,
  database: { url: string; clusterDir: string | null },
  log: Log,
) {
  const { url, clusterDir } = database;
  if (!config.WAL_ARCHIVE || clusterDir === null) return { stop: async () => {} };
  const archive = archiveFolder(config.WAL_ARCHIVE);
  const { version, WAL_ARCHIVE_KEEP_DAYS: retentionDays } = config;
  return runArchiving({
    url,
    clusterDir,
    archive,
    version,
    retentionDays,
    clock: systemClock,
    paths: folder,
    log,
  });
}

async function createOwner(config: Config, deps: Deps): Promise<string | null> {
  const password = config.OWNER_PASSWORD ?? randomBytes(16).toString('base64url');
  // With passwords off, the first owner can still sign in, to set the email address that the provider has for them.
  const password_until = config.SSO_ONLY ? emergencyEnd(deps.clock.now()) : null;
  const owner = {
    username: config.OWNER_USERNAME,
    email: config.OWNER_EMAIL,
    email_confirmed_at: deps.clock.now(),
    password,
    password_until,
  };
  const created = await deps.database.transaction((db) => createFirstAgent(db, owner, config.BRAND));
  if (!created) return null;
  return config.OWNER_PASSWORD
    ? `Owner account created: ${created.username}`
    : `Owner account created: ${created.username} / ${password}`;
}

function openPool(url: string, config: Config, log: Log): Deps['database'] {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  return openDatabase(url, { max: config.DATABASE_POOL_SIZE, onError });
}

/** Writes that must come first: the state of the audit log's hash chain, and the first agent. */
async function writeFirst(config: Config, deps: Deps): Promise<string | null> {
  if (await startLifetime(deps)) deps.log.warn(RESTORED);
  return createOwner(config, deps);
}

/** Before any change: the server of another installation must not migrate this database. */
async function verifyInstallation(
  url: string,
  config: Config,
  folder: DataFolder,
  log: Log,
): Promise<boolean> {
  if (config.DATABASE_URL) await assertNoTransactionPooler(url);
  return withClient(url, async (client) => {
    await assertKeysMatch(databaseOn(client), config, folder.keysFile);
    return assertFilesMatch(databaseOn(client), config, createStorage(config), log);
  });
}

/** A restored database must not contain clients who were permanently deleted before anything is served. */
async function startServices(url: string, folder: DataFolder, log: Log): Promise<void> {
  await migrateDatabase(url);
  const notes = await withClient(url, (client) => deleteListed(client, folder.deletedClientsFile));
  for (const note of notes) log.warn(note);
}

/** Starts everything in order; returns the function that stops it. */
async function start(config: Config, log: Log, shutdown: Shutdown): Promise<void> {
  const folder = await openDataFolder(config.dataDir);
  shutdown.add('data folder', () => folder.release());
  const started = await startDatabase(config, folder, log, shutdown);
  const { url } = started;
  const isLocationVerified = await verifyInstallation(url, config, folder, log);
  await startServices(url, folder, log);
  const database = openPool(url, config, log);
  shutdown.add('database pool', () => database.close());
  const keys = await openKeyRing(database, config, folder.keysFile);
  const archiving = startArchiving(config, folder, started, log);
  shutdown.add('archiving', () => archiving.stop());
  const live = await openLiveFeed(url, log);
  shutdown.add('live feed', () => live.close());
  const files = await filesLocation(config);
  const jobs = createJobs(url, log, { files });
  const reads = openReadLog(url, { clock: systemClock, log });
  // After the last request, while the database is still available.
  shutdown.add('audit of reads', () => reads.close());
  const parts = {
    config,
    clock: systemClock,
    log,
    database,
    cipher: createFieldCipher(keys),
    tokens: createTokenSigner(keys.tokenSecret),
    jobs,
    live,
    reads,
  };
  const deps: Deps = { ...parts, ...createProviders(parts, BRAND_OF_DATABASE) };
  shutdown.add('email transport', async () => deps.email.close());
  const ownerLine = await writeFirst(config, deps);
  // Before the first request and after the last one, since requests queue jobs.
  shutdown.add('jobs', () => jobs.stop());
  await jobs.start(jobHandlers(deps));
  if (isLocationVerified) await claimLocation(database, files);
  const app = await buildApp(deps, { webFolder: WEB_FOLDER });
  shutdown.add('requests', async () => {
    await live.close();
    await app.close();
  });
  await listen(app, config);
  reportReady(deps, portOf(app.server.address(), config), ownerLine);
}

function reportReady(deps: Deps, port: number, ownerLine: string | null): void {
  const { config } = deps;
  const address = config.HOST === '127.0.0.1' || config.HOST === '0.0.0.0' ? 'localhost' : config.HOST;
  console.log(`${config.BRAND} is ready on http://${address}:${port}`);
  for (const line of addressNotes(config)) console.log(line);
  if (ownerLine) console.log(ownerLine);
  // Not awaited: the portal runs whether the identity provider responds or not.
  void checkIdentityProvider(deps);
}

function portOf(address: AddressInfo | string | null, config: Config): number {
  return typeof address === 'object' && address ? address.port : config.PORT;
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<void> {
  // The start logs a line for people; the framework's is for machines.
  const { level } = app.log;
  app.log.level = 'warn';
  try {
    await app.listen({ port: config.PORT, host: config.HOST });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${config.PORT} is taken. Set PORT to another number.`);
    if (code === 'EACCES')
      throw new StartupError(`Port ${config.PORT} may not be opened by this user. Set PORT above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`HOST ${config.HOST} is not an address of this machine.`);
    throw error;
  } finally {
    app.log.level = level;
  }
}

async function main(): Promise<void> {
  stabilizeConsole();
  let log = createLog('info');
  const shutdown = new Shutdown((failure, error) => log.error({ err: error }, failure));
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await shutdown.run();
    process.exit();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The last resort, also for unhandled rejections: the state of the process is unknown, so it stops in order.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error: the server stops');
    process.exitCode = 1;
    void stop();
  });
  try {
    const config = readConfig(process.env);
    log = createLog(config.LOG_LEVEL);
    await start(config, log, shutdown);
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message);
    else log.fatal({ err: error }, 'the server could not start');
    process.exitCode = 1;
    await stop();
  }
}

await main();
