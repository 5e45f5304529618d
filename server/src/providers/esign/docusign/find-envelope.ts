import type { DocusignTools } from './envelopes.ts';
import type { EnvelopeRow } from './repository.ts';
import { envelopeListSchema } from './wire.ts';

/** The custom field that names our row, hidden from signers; unlike the transaction ID it stays with the envelope. */
export const CUSTOM_FIELD = 'crm_document_id';

/** DocuSign retains transaction IDs for seven days; the last hours of that period are not relied on. */
const TRANSACTION_MS = (7 * 24 - 6) * 3_600_000;
/** Allows for clock differences; the list also requires a start date. */
const EARLIER_MS = 3_600_000;

/** The envelope created by an attempt whose response was lost; null when there is none. */
export async function findCreated(tools: DocusignTools, row: EnvelopeRow): Promise<string | null> {
  const age = tools.clock.now().getTime() - (row.tried_at ?? row.created_at).getTime();
  const byTransaction = age < TRANSACTION_MS ? await findByTransactionId(tools, row) : null;
  return byTransaction ?? findByCustomField(tools, row);
}

async function findByTransactionId({ client }: DocusignTools, row: EnvelopeRow): Promise<string | null> {
  const { envelopes, envelopeTransactionStatuses } = await client.read('/envelopes', envelopeListSchema, {
    query: { transaction_ids: row.transaction_id },
  });
  const found = [...envelopeTransactionStatuses, ...envelopes].find(
    ({ transactionId, envelopeId }) =>
      envelopeId !== '' && (transactionId === '' || transactionId.toLowerCase() === row.transaction_id),
  );
  return found?.envelopeId ?? null;
}

async function findByCustomField({ client }: DocusignTools, row: EnvelopeRow): Promise<string | null> {
  const { envelopes } = await client.read('/envelopes', envelopeListSchema, {
    query: {
      from_date: new Date(row.created_at.getTime() - EARLIER_MS).toISOString(),
      custom_field: `${CUSTOM_FIELD}=${row.transaction_id}`,
      include: 'custom_fields',
    },
  });
  const found = envelopes.find(({ customFields }) => rowMarkOf({ customFields }) === row.transaction_id);
  return found?.envelopeId || null;
}

/** Which of our rows an envelope names; null for envelopes of others. */
export function rowMarkOf({
  customFields,
}: {
  customFields: readonly { name: string; value: string }[];
}): string | null {
  return customFields.find(({ name }) => name === CUSTOM_FIELD)?.value.toLowerCase() ?? null;
}
