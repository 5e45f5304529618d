import { startEmbeddedPostgres } from '../../postgres/src/embedded-postgres.ts';
import { saveDismissed } from '../../server/src/features/activity/today/getting-started/repository.ts';
import { createBundle } from '../../server/src/features/forms/bundles/service.ts';
import { createFirstAgent } from '../../server/src/features/people/agents/manage-agents.ts';
import { createReadLog } from '../../server/src/platform/audit/read-log.ts';
import { createTokenSigner } from '../../server/src/platform/auth/tokens.ts';
import { calendarDay, systemClock } from '../../server/src/platform/clock.ts';
import type { Config } from '../../server/src/platform/config.ts';
import type { Context, Deps } from '../../server/src/platform/context.ts';
import { openDataFolder } from '../../server/src/platform/data-folder.ts';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { migrateDatabase } from '../../server/src/platform/database/migrate.ts';
import { LIMITS } from '../../server/src/platform/database/work.ts';
import { emailJobs } from '../../server/src/platform/email/queue.ts';
import { createJobs } from '../../server/src/platform/jobs/jobs.ts';
import { openLiveFeed } from '../../server/src/platform/live-feed.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { createFieldCipher } from '../../server/src/platform/secrets/field-cipher.ts';
import { openKeyRing } from '../../server/src/platform/secrets/open-keys.ts';
import { createProviders } from '../../server/src/providers/providers.ts';
import { openAgentSession } from './agent-session.ts';
import { fillAgents, removeSignIns } from './agents.ts';
import { fillCalls } from './calls.ts';
import { fillClients } from './clients.ts';
import type { Demo, FillOptions } from './demo.ts';
import { fillDocuments } from './documents.ts';
import { fillHistory } from './history.ts';
import { fillInvoices } from './invoices.ts';
import { fillNotifications } from './notifications.ts';
import { fillPolicies } from './policies.ts';
import { createRandom } from './random.ts';
import { fillReminders } from './reminders.ts';
import { sentEmails } from './sent-emails.ts';
import { fillSessions } from './sessions.ts';
import { fillSubmissions } from './submissions.ts';
import { fillTasks } from './tasks.ts';
import { fillTemplates } from './templates.ts';

/** Each part builds on those before it and returns a summary line. A new feature adds its part here. */
const PARTS: ((demo: Demo) => Promise<string>)[] = [
  fillAgents,
  fillClients,
  fillHistory,
  fillTasks,
  fillCalls,
  fillTemplates,
  fillBundles,
  fillSessions,
  fillSubmissions,
  fillDocuments,
  fillInvoices,
  fillPolicies,
  fillReminders,
  fillNotifications,
  fillGettingStarted,
];

/** Fills an empty data folder atomically. A folder that already contains clients remains unchanged. */
export async function fillBrokerage(config: Config, options: FillOptions): Promise<string[]> {
  const { deps, close } = await openBrokerage(config, options.fakes ? 'error' : 'warn');
  try {
    const [existing] = await deps.database.arrays('select 1 from clients limit 1');
    if (existing) return [`${config.dataDir} already contains clients and was not changed.`];
    const started = performance.now();
    const filling = deps.database.transaction(async (db) => {
      await createFirstAgent(db, {
        username: config.OWNER_USERNAME,
        email: config.OWNER_EMAIL,
        password: config.OWNER_PASSWORD ?? 'quiet-maple-72',
      });
      const ctx: Context = {
        actor: { kind: 'system' },
        db,
        deps,
        requestId: 'demo',
        address: '127.0.0.1',
        tab: undefined,
      };
      const today = calendarDay(deps.clock.now(), config.TIME_ZONE);
      const random = createRandom(options.seed);
      const demo: Demo = {
        ctx,
        random,
        options,
        today,
        agentIds: [],
        signInIds: new Map(),
        clientIds: [],
        templateIds: new Map(),
        signedSessions: [],
      };
      const summaries: string[] = [];
      for (const fill of PARTS) summaries.push(await fill(demo));
      await removeSignIns(demo);
      // The simulated work was in the past, but the health of the providers is current.
      await db.query('update provider_health set last_success_at = $1 where last_success_at is not null', [
        deps.clock.now(),
      ]);
      return summaries;
    });
    // If the fill is rolled back, the fakes must not keep its data.
    const lines = await filling.catch((error: unknown) => {
      options.fakes?.clear();
      throw error;
    });
    await deps.database.query('vacuum analyze');
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return [...lines, `Filled ${config.dataDir} in ${seconds} s.`];
  } finally {
    await close();
  }
}

/** Opens the product's parts on a data folder, without a server. */
async function openBrokerage(
  config: Config,
  level: 'warn' | 'error',
): Promise<{ deps: Deps; close(): Promise<void> }> {
  const log = createLog(level);
  const folder = await openDataFolder(config.dataDir);
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: folder.path, settings: { synchronous_commit: 'off' } });
  const url = config.DATABASE_URL ?? embedded?.url ?? '';
  await migrateDatabase(url);
  const onError = (error: Error) => log.warn({ err: error }, 'database');
  const database = openDatabase(url, { max: 4, onError, limits: LIMITS.import });
  const keys = await openKeyRing(database, config, folder.keysFile);
  const parts = {
    config,
    clock: systemClock,
    log,
    database,
    cipher: createFieldCipher(keys),
    tokens: createTokenSigner(keys.tokenSecret),
    jobs: createJobs(url, log),
    live: await openLiveFeed(url, log),
    reads: createReadLog({ database, clock: systemClock, log, everyMs: null }),
  };
  const deps: Deps = { ...parts, ...createProviders(parts), email: sentEmails };
  // Emails are queued; the server sends those that this process does not send in time.
  await deps.jobs.start(emailJobs(deps, {}));
  return {
    deps,
    async close() {
      await deps.jobs.stop();
      await deps.live.close();
      await deps.database.close();
      await embedded?.stop();
      await folder.release();
    },
  };
}

/** Forms that are sent together, by their keys in `templateIds`. */
const BUNDLES: Record<string, string[]> = {
  'New Medicare client': [
    'personal-info',
    'hipaa-authorization',
    'Scope of Appointment',
    'broker-of-record-letter',
  ],
  'New advisory client': ['personal-info', 'Welcome Packet', 'advisory-agreement', 'risk-questionnaire'],
};

async function fillBundles(demo: Demo): Promise<string> {
  const { ctx } = openAgentSession(demo);
  for (const [name, forms] of Object.entries(BUNDLES)) {
    const form_ids = forms.flatMap((form) => demo.templateIds.get(form) ?? []);
    await createBundle(ctx, { name, form_ids });
  }
  return `${Object.keys(BUNDLES).length} bundles of forms`;
}

/** Dismisses the getting started list: the demo is set up, although it has no address and mail server of its own. */
async function fillGettingStarted({ ctx, agentIds: [owner = 1] }: Demo): Promise<string> {
  await saveDismissed(ctx.db, owner, true, ctx.deps.clock.now());
  return 'Getting started list dismissed';
}
