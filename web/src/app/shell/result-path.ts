import type { SearchRow } from '@ledgerline/contract/search/endpoints';
import type { SearchKind } from '@ledgerline/contract/search/kinds';

/** Where a thing that was found is seen. */
export function resultPath(kind: SearchKind, { id, title, client_id }: SearchRow): string {
  if (kind === 'invoice') return `/crm/payments?invoice=${id}`;
  if (kind === 'template') return `/crm/forms?view=templates&q=${parameter(title)}`;
  if (client_id === null) return kind === 'submission' ? `/crm/forms/submissions/${id}` : '/crm/today';
  const client = `/crm/clients/${client_id}`;
  if (kind === 'submission') return `${client}/forms/${id}`;
  if (kind === 'session') return `${client}/sessions/${id}`;
  return kind === 'document' ? `${client}#documents` : client;
}

/** The list that shows all of a kind that a text finds; null where there is none, or not for this agent. */
export function listPath(kind: SearchKind, text: string, canViewForms: boolean): string | null {
  const q = parameter(text);
  if (kind === 'client') return `/crm/clients?q=${q}`;
  if (kind === 'invoice') return `/crm/payments?q=${q}`;
  if (kind === 'submission' && canViewForms) return `/crm/forms?view=submissions&q=${q}`;
  return kind === 'template' ? `/crm/forms?view=templates&q=${q}` : null;
}

/** The router reads values as JSON where they are: "true" and "12" stay texts in quotes only. */
function parameter(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return encodeURIComponent(text);
  }
  return encodeURIComponent(JSON.stringify(text));
}
