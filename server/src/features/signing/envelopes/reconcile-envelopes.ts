import { submissionToSign } from '#features/forms/submissions/signatures/record-signatures.ts';
import { type Deps, systemContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { EsignError } from '#platform/ports/esign.ts';
import { findIdsByEnvelope, findSilent, findUnfetched } from './queries.ts';
import { fetchDocument, recordState } from './record-state.ts';
import { refreshStatus } from './refresh-status.ts';
import { findReconciledUntil, saveReconciledUntil } from './repository.ts';

/** What changed while the last run was under way, or was told late, is asked for twice. */
const OVERLAP_MS = 30 * 60_000;
const FIRST_TIME_MS = 7 * 86_400_000;
/** An open envelope of which nothing was heard for so long is asked for by itself. */
const SILENT_MS = 24 * 60 * 60_000;
/** Per hour; a provider allows only so many calls. */
const MOST_SILENT = 100;
const MOST_UNFETCHED = 50;
/** So many calls in a row without an answer: the provider is down. */
const DOWN_AFTER = 3;

/**
 * Compares with the e-signature provider: in one call what changed since the last run, then one by one the few open
 * envelopes of which nothing was heard for long, then the finished documents that could not be fetched. What fails comes
 * again in the next hour; a provider that is down ends the run.
 */
export async function reconcileEnvelopes(deps: Deps): Promise<void> {
  const run: Run = { deps, failures: 0 };
  try {
    await recordChanges(run);
    await refreshSilent(run);
    await fetchMissing(run);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    deps.log.warn({ err: error }, 'the e-signature provider is not available: the reconcile goes on later');
  }
}

interface Run {
  deps: Deps;
  /** Calls in a row for which the provider was not available. */
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
    // An account may send envelopes that are none of ours.
    if (id === undefined) continue;
    await attempt(run, id, () => recordState(contextOf(deps), id, state));
  }
  await saveReconciledUntil(database, esign.name, startedAt);
}

async function refreshSilent(run: Run): Promise<void> {
  const { deps } = run;
  const { esign, database, clock } = deps;
  const before = new Date(clock.now().getTime() - SILENT_MS);
  for (const id of await findSilent(database, esign.name, before, MOST_SILENT)) {
    await attempt(run, id, () => refreshStatus(contextOf(deps), id));
  }
}

async function fetchMissing(run: Run): Promise<void> {
  const { deps } = run;
  const { esign, database } = deps;
  for (const id of await findUnfetched(database, esign.name, MOST_UNFETCHED)) {
    await attempt(run, id, async () => {
      await fetchDocument(contextOf(deps), await submissionToSign(database, String(id)));
    });
  }
}

/** One form that cannot be asked for does not keep the others from it; a provider that is down does. */
async function attempt(run: Run, id: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    run.failures = 0;
  } catch (error) {
    run.failures = isUnavailable(error) ? run.failures + 1 : 0;
    if (run.failures === DOWN_AFTER) throw error;
    const { log } = run.deps;
    log.warn({ err: error, session_form: id }, 'the e-signature provider did not say how a form stands');
  }
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof EsignError) return error.kind === 'unavailable';
  return error instanceof AppError && error.code === 'provider_unavailable';
}

function contextOf(deps: Deps) {
  return systemContext(deps, deps.database, 'esign reconcile');
}
