import { type EnvelopeState, EsignError } from '#platform/ports/esign.ts';
import { apply, type DocusignTools } from './envelopes.ts';
import { UnreadableAnswer } from './errors.ts';
import { rowMarkOf } from './find-envelope.ts';
import { type KnownState, portState, readingOf } from './known-state.ts';
import {
  findByTransaction,
  listByEnvelopes,
  listOpenOfSeveral,
  type SentRow,
  saveEnvelopeId,
} from './repository.ts';
import { type Envelope, envelopeListSchema, nextPage } from './wire.ts';

const PAGE_SIZE = 100;
/** As many IDs as fit into a URL. */
const IDS_AT_ONCE = 40;

/** Our envelopes that changed since then: one list request for all, which does not count toward the limit per envelope. */
export async function changedSince(tools: DocusignTools, since: Date): Promise<EnvelopeState[]> {
  const states: EnvelopeState[] = [];
  for (let position: number | null = 0; position !== null; ) {
    const asOf = tools.clock.now();
    const page = await tools.client.read('/envelopes', envelopeListSchema, {
      query: {
        from_date: since.toISOString(),
        from_to_status: 'changed',
        include: 'recipients,custom_fields',
        count: String(PAGE_SIZE),
        start_position: String(position),
      },
      retryMode: 'background',
    });
    states.push(...(await applyPage(tools, page.envelopes, asOf)));
    position = nextPage(page, page.envelopes.length, position);
  }
  const seen = new Set(states.map(({ envelopeId }) => envelopeId));
  return [...states, ...(await halfSigned(tools, seen))];
}

/**
 * `changed` refers to the envelope's status, which the first of two signatures does not change. Open envelopes with several
 * signers are listed by ID and included when someone has signed.
 */
async function halfSigned(tools: DocusignTools, seen: ReadonlySet<string>): Promise<EnvelopeState[]> {
  const ids = (await listOpenOfSeveral(tools.database))
    .map(({ envelope_id }) => envelope_id)
    .filter((id) => !seen.has(id));
  const states: EnvelopeState[] = [];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const asOf = tools.clock.now();
    const envelope_ids = ids.slice(from, from + IDS_AT_ONCE).join(',');
    const { envelopes } = await tools.client.read('/envelopes', envelopeListSchema, {
      query: { envelope_ids, include: 'recipients', count: String(IDS_AT_ONCE) },
      retryMode: 'background',
    });
    states.push(...(await applyPage(tools, envelopes, asOf)));
  }
  return states.filter(({ signers }) => signers.some(({ status }) => status !== 'waiting'));
}

async function applyPage(
  tools: DocusignTools,
  envelopes: readonly Envelope[],
  asOf: Date,
): Promise<EnvelopeState[]> {
  const rows = await listByEnvelopes(
    tools.database,
    envelopes.map(({ envelopeId }) => envelopeId),
  );
  const known = new Map(rows.map((row) => [row.envelope_id, row]));
  const states: EnvelopeState[] = [];
  for (const envelope of envelopes) {
    const row = known.get(envelope.envelopeId) ?? (await adoptMarked(tools, envelope));
    if (!row || envelope.status === '') continue;
    const state = await applyOne(tools, row, envelope, asOf);
    if (state) states.push(portState(row.envelope_id, state));
  }
  return states;
}

/** An unreadable envelope in DocuSign's list must not block the updates of the others. */
async function applyOne(
  tools: DocusignTools,
  row: SentRow,
  envelope: Envelope,
  asOf: Date,
): Promise<KnownState | null> {
  try {
    return await apply(tools, row, readingOf(tools.settings, envelope, asOf));
  } catch (error) {
    if (!isAboutOne(error)) throw error;
    tools.log.warn({ err: error, envelope: row.envelope_id }, 'a changed envelope could not be read');
    return null;
  }
}

function isAboutOne(error: unknown): boolean {
  if (!(error instanceof EsignError)) return false;
  return error.kind !== 'unavailable' || error.cause instanceof UnreadableAnswer;
}

/** Finds the row of an envelope whose creation was interrupted: the envelope carries the row's marker itself. */
export async function adoptMarked(tools: DocusignTools, envelope: Envelope): Promise<SentRow | null> {
  const mark = rowMarkOf(envelope);
  const row = mark ? await findByTransaction(tools.database, mark) : undefined;
  if (!row) return null;
  const { envelopeId } = envelope;
  if (await saveEnvelopeId(tools.database, row.id, envelopeId)) return { ...row, envelope_id: envelopeId };
  tools.log.error({ envelope: envelopeId, transaction: mark }, 'DocuSign has a duplicate envelope');
  return null;
}
