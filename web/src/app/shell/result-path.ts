import type { SearchRow } from '@ledgerline/contract/search/endpoints';
import type { SearchKind } from '@ledgerline/contract/search/kinds';

/** The path of a search result. */
export function resultPath(kind: SearchKind, { id, title, client_id }: SearchRow): string {
  if (kind === 'invoice') return `/crm/payments?invoice=${id}`;
  if (kind === 'template') return `/crm/forms?view=templates&q=${parameter(title)}`;
  if (client_id === null) return kind === 'submission' ? `/crm/forms/submissions/${id}` : '/crm/today';
  const client = `/crm/clients/${client_id}`;
  if (kind === 'submission') return `${client}/forms/${id}`;
  if (kind === 'session') return `${client}/sessions/${id}`;
  return kind === 'document' ? `${client}#documents` : client;
}

/** The list that shows all matches of a kind; null where there is none, or not for this agent. */
export function listPath(kind: SearchKind, text: string, canViewForms: boolean): string | null {
  const q = parameter(text);
  if (kind === 'client') return `/crm/clients?q=${q}`;
  if (kind === 'invoice') return `/crm/payments?q=${q}`;
  if (kind === 'submission' && canViewForms) return `/crm/forms?view=submissions&q=${q}`;
  return kind === 'template' ? `/crm/forms?view=templates&q=${q}` : null;
}

/** The router parses values as JSON where possible: "true" and "12" stay text only in quotes. */
function parameter(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return encodeURIComponent(text);
  }
  return encodeURIComponent(JSON.stringify(text));
}
