import { eventHandlers } from '../../server/src/app.ts';
import { paymentJobs } from '../../server/src/features/billing/provider/jobs.ts';
import { recurringPaymentJobs } from '../../server/src/features/billing/scheduler/jobs.ts';
import { clientOfToken } from '../../server/src/features/forms/secure-links/service.ts';
import { templateJobs } from '../../server/src/features/forms/templates/jobs.ts';
import { esignJobs } from '../../server/src/features/signing/envelopes/jobs.ts';
import { providerEventJobs } from '../../server/src/features/webhooks/jobs.ts';
import { fixedClock } from '../../server/src/platform/clock.ts';
import type {
  AgentActor,
  ClientActor,
  Context,
  Deps,
  SignerActor,
  VisitorActor,
} from '../../server/src/platform/context.ts';
import type { DatabasePool } from '../../server/src/platform/database/database.ts';
import type { Jobs } from '../../server/src/platform/jobs/jobs.ts';
import { createBuiltinPayments } from '../../server/src/providers/payments/builtin/builtin-payments.ts';
import { createProviders } from '../../server/src/providers/providers.ts';
import type { Demo } from './demo.ts';
import type { Fakes } from './fakes.ts';
import { sentEmails } from './sent-emails.ts';

export const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const FIRST_HOUR = 14;
const LAST_HOUR = 20;

/** The agents of the demo who send forms; all are advisors. */
const AGENTS = ['Brokerage Owner', 'Avery Stone', 'Blake Rivers'] as const;

/** Simulates the work of agents and clients at any time in the past, through the product's own services. */
export interface AgentSession {
  ctx: Context<AgentActor>;
  /** The fakes with which people sign and pay; null with the built-in providers. */
  fakes: Fakes | null;
  /** Sets the clock to this many hours before the fill, or somewhat earlier to stay within working hours. */
  at(hoursAgo: number): void;
  later(minutes: number): void;
  as(agent: number): Context<AgentActor>;
  visitor: Context<VisitorActor>;
  /** The client with the link of this address. */
  client(address: string): Promise<Context<ClientActor>>;
  /** The signer with the signing ticket of this address. */
  signer(address: string): Context<SignerActor>;
}

export function openAgentSession(demo: Demo): AgentSession {
  const { ctx, agentIds, signInIds } = demo;
  const fakes = demo.options.fakes ?? null;
  const start = ctx.deps.clock.now().getTime();
  const clock = fixedClock(new Date(start));
  fakes?.follow(clock);
  const jobs = runImmediately(ctx.deps.jobs, () => deps, fakes !== null);
  const parts = { ...ctx.deps, clock, jobs, database: insideTransaction(ctx) };
  const providers = createProviders(parts);
  // Demo payments never reach a real provider, regardless of the configuration.
  const payments = fakes ? providers.payments : createBuiltinPayments(parts);
  const deps: Deps = { ...parts, ...providers, payments, email: sentEmails };
  const as = (agent: number): Context<AgentActor> => {
    const actor = agentActor(agentIds[agent] ?? 1, AGENTS[agent] ?? AGENTS[0]);
    return { ...ctx, deps, actor: { ...actor, signInId: signInIds.get(actor.id) ?? 0 } };
  };
  return {
    ctx: as(0),
    fakes,
    at: (hoursAgo) => clock.set(toWorkingHour(new Date(start - hoursAgo * HOUR_MS))),
    later: (minutes) => clock.advance(minutes * MINUTE_MS),
    as,
    visitor: { ...ctx, deps, actor: { kind: 'visitor' } },
    async client(address) {
      const actor = await clientOfToken(deps, lastPart(address));
      if (!actor) throw new Error('the link is invalid');
      return { ...ctx, deps, actor };
    },
    signer: (address) => ({ ...ctx, deps, actor: { kind: 'signer', ticket: lastPart(address) } }),
  };
}

export function agentActor(id: number, name: string): AgentActor {
  return {
    kind: 'agent',
    id,
    name,
    signInId: 0,
    is_advisor: true,
    is_owner: id === 1,
    is_developer: id === 1,
    has_all_staff_access: true,
  };
}

/** This time, or an earlier one if it is outside working hours: UTC hours that are daytime in America. */
function toWorkingHour(instant: Date): Date {
  const time = new Date(instant);
  const hour = time.getUTCHours();
  if (hour >= FIRST_HOUR && hour <= LAST_HOUR) return time;
  if (hour < FIRST_HOUR) time.setUTCDate(time.getUTCDate() - 1);
  time.setUTCHours(FIRST_HOUR + (hour % (LAST_HOUR - FIRST_HOUR)));
  return time;
}

/** The token at the end of an address of the public pages. */
export function lastPart(address: string): string {
  return new URL(address, 'http://localhost').pathname.split('/').at(-1) ?? '';
}

/** Keeps services that open their own transactions inside the transaction of the fill, so that the fill is atomic. */
function insideTransaction({ db, deps }: Context): DatabasePool {
  const { pool, close } = deps.database;
  return { ...db, pool, close, transaction: (work) => work(db) };
}

/** Runs jobs immediately, at the time of the session instead of at server start; skips delayed jobs. */
function runImmediately(jobs: Jobs, depsOf: () => Deps, usesFakes: boolean): Jobs {
  return {
    ...jobs,
    async send(db, queue, data, options) {
      const deps = depsOf();
      const updateJobs = [...providerEventJobs(deps, eventHandlers), ...(usesFakes ? esignJobs(deps) : [])];
      const money = [...paymentJobs(deps), ...recurringPaymentJobs(deps)];
      const handlers = [...money, ...updateJobs, ...templateJobs(deps)];
      const handler = handlers.find((one) => one.queue === queue);
      if (!handler) return jobs.send(db, queue, data, options);
      if (options?.afterSeconds === undefined) await handler.work(data);
    },
  };
}
