import { submissionToSign } from '#features/forms/submissions/signatures/record-signatures.ts';
import { type Deps, systemContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { EsignError } from '#platform/ports/esign.ts';
import { findIdsByEnvelope, findStale, findUnfetched } from './queries.ts';
import { fetchDocument, recordState } from './record-state.ts';
import { refreshStatus } from './refresh-status.ts';
import { findReconciledUntil, saveReconciledUntil } from './repository.ts';

/** Overlap with the previous run: requests again what changed during it, or was reported late. */
const OVERLAP_MS = 30 * 60_000;
const FIRST_TIME_MS = 7 * 86_400_000;
/** After this time without updates an open envelope is requested individually. */
const STALE_MS = 24 * 60 * 60_000;
/** Per hour; a provider limits its calls. */
const MAX_STALE = 100;
const MAX_UNFETCHED = 50;
/** After this many calls in a row without a response the provider counts as down. */
const DOWN_AFTER = 3;

/**
 * Reconciles with the e-signature provider: in one call what changed since the last run, then one by one the few open
 * envelopes without updates for long, then the finished documents that could not be fetched. Failures are retried in the
 * next hour; a provider that is down ends the run.
 */
export async function reconcileEnvelopes(deps: Deps): Promise<void> {
  const run: Run = { deps, failures: 0 };
  try {
    await recordChanges(run);
    await refreshStale(run);
    await fetchMissing(run);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    deps.log.warn(
      { err: error },
      'the e-signature provider is unavailable: the reconciliation continues later',
    );
  }
}

interface Run {
  deps: Deps;
  /** Number of calls in a row for which the provider was unavailable. */
  failures: number;
}

async function recordChanges(run: Run): Promise<void> {
  const { deps } = run;
  const { esign, database, clock } = deps;
  const startedAt = clock.now();
  const last = await findReconciledUntil(database, esign.name);
  const since = new Date((last ?? startedAt).getTime() - (last ? OVERLAP_MS : FIRST_TIME_MS));
  const states = await esign.changedSince(since);
  const ids = await findIdsByEnvelope(
    database,
    esign.name,
    states.map(({ envelopeId }) => envelopeId),
  );
  for (const state of states) {
    const id = ids.get(state.envelopeId);
    // An account may send envelopes that are not ours.
    if (id === undefined) continue;
    await attempt(run, id, () => recordState(contextOf(deps), id, state));
  }
  await saveReconciledUntil(database, esign.name, startedAt);
}

async function refreshStale(run: Run): Promise<void> {
  const { deps } = run;
  const { esign, database, clock } = deps;
  const before = new Date(clock.now().getTime() - STALE_MS);
  for (const id of await findStale(database, esign.name, before, MAX_STALE)) {
    await attempt(run, id, () => refreshStatus(contextOf(deps), id));
  }
}

async function fetchMissing(run: Run): Promise<void> {
  const { deps } = run;
  const { esign, database } = deps;
  for (const id of await findUnfetched(database, esign.name, MAX_UNFETCHED)) {
    await attempt(run, id, async () => {
      await fetchDocument(contextOf(deps), await submissionToSign(database, String(id)));
    });
  }
}

/** A single form that fails does not block the others; a provider that is down does. */
async function attempt(run: Run, id: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    run.failures = 0;
  } catch (error) {
    run.failures = isUnavailable(error) ? run.failures + 1 : 0;
    if (run.failures === DOWN_AFTER) throw error;
    const { log } = run.deps;
    log.warn({ err: error, session_form: id }, 'the e-signature provider did not return the state of a form');
  }
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof EsignError) return error.kind === 'unavailable';
  return error instanceof AppError && error.code === 'provider_unavailable';
}

function contextOf(deps: Deps) {
  return systemContext(deps, deps.database, 'esign reconcile');
}
