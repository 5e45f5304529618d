import { z } from 'zod';
import { type Budget, type Outcome, openWorkers, WORKERS_BUSY } from '#platform/pdf/workers.ts';
import { EsignError } from '#platform/ports/esign.ts';
import type { Drawing } from './draw-document.ts';
import type { Finishing } from './finish-document.ts';
import { type TemplateFacts, templateFactsSchema } from './template-facts.ts';
import { problemSchema } from './worker-answers.ts';

const show = openWorkers(new URL('./show-worker.ts', import.meta.url));
/** Separate workers, so that a signature does not wait behind documents being displayed. */
const finish = openWorkers(new URL('./document-worker.ts', import.meta.url));

/** Documents were inspected within 3 s per step at upload; one that took almost as long must not be rejected later. */
const SHOW: Partial<Budget> = { cpuMs: 10_000 };
/** The total stays well below the limit at which the signing transaction has been idle for too long (60 s). */
const FINISH: Partial<Budget> = { cpuMs: 10_000, wallMs: 25_000, waitMs: 20_000 };

const readSchema = z.union([z.object({ template: templateFactsSchema }), problemSchema]);
const documentSchema = z.union([z.object({ document: z.instanceof(Uint8Array) }), problemSchema]);

/** Keyed by SHA-256, since the same bytes always yield the same result; the oldest entries are evicted. */
const known = new Map<string, Promise<TemplateFacts>>();
const MAX_KNOWN = 100;

/**
 * Fields, pages and signers of a PDF, read in a worker on first use. EsignError `invalid` when it cannot be opened, `busy` when
 * no worker was free in time, `not_processed` when reading does not finish.
 */
export async function readFacts(
  bytes: Uint8Array,
  digest: string,
  budget?: Partial<Budget>,
): Promise<TemplateFacts> {
  const reading = known.get(digest) ?? read(bytes, budget);
  known.delete(digest);
  known.set(digest, reading);
  for (const oldest of known.keys()) {
    if (known.size <= MAX_KNOWN) break;
    known.delete(oldest);
  }
  try {
    return await reading;
  } catch (error) {
    if (known.get(digest) === reading) known.delete(digest);
    throw error;
  }
}

async function read(bytes: Uint8Array, budget?: Partial<Budget>): Promise<TemplateFacts> {
  const outcome = await show({ bytes }, { ...SHOW, ...budget });
  const answer = readSchema.parse(answerOf(outcome));
  if ('problem' in answer) throw new EsignError('invalid', answer.problem, { cause: answer.cause });
  return answer.template;
}

/** Draws a document in its current state; the same errors as `readFacts`. */
export async function drawSafely(
  bytes: Uint8Array,
  drawing: Drawing,
  budget?: Partial<Budget>,
): Promise<Buffer> {
  const outcome = await show({ bytes, drawing }, { ...SHOW, ...budget });
  return documentOf('invalid', outcome);
}

/** Draws, seals and checks a signed document. EsignError `content_lost` when content of its template is missing. */
export async function finishSafely(
  bytes: Uint8Array,
  finishing: Finishing,
  budget?: Partial<Budget>,
): Promise<Buffer> {
  const outcome = await finish({ bytes, finishing }, { ...FINISH, ...budget });
  return documentOf('content_lost', outcome);
}

function documentOf(kind: 'invalid' | 'content_lost', outcome: Outcome): Buffer {
  const answer = documentSchema.parse(answerOf(outcome));
  if ('problem' in answer) throw new EsignError(kind, answer.problem, { cause: answer.cause });
  const { buffer, byteOffset, length } = answer.document;
  return Buffer.from(buffer, byteOffset, length);
}

function answerOf(outcome: Outcome): unknown {
  if ('answer' in outcome) return outcome.answer;
  const cause = `${outcome.stopped}: ${outcome.cause}`;
  if (outcome.stopped === 'busy') throw new EsignError('busy', WORKERS_BUSY, { cause });
  throw new EsignError('not_processed', 'This PDF takes too long to process, or cannot be processed.', {
    cause,
  });
}
