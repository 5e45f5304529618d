import type { Session } from '@ledgerline/contract/sessions/endpoints';
import type { ListedSession } from './queries.ts';
import { sessionFigures } from './rules.ts';

/** A listed row as the API returns it, with everything that is derived from its forms. */
export function toSession({ forms, deleted_at: _, updated_at: __, ...row }: ListedSession): Session {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    client_last_viewed_at: row.client_last_viewed_at?.toISOString() ?? null,
    payment_received_at: row.payment_received_at.map((at) => at.toISOString()),
    forms_count: forms.length,
    ...sessionFigures(forms, row.payment_received_at),
  };
}
