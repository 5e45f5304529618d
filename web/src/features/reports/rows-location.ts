import type { RowsLink } from '@ledgerline/contract/reports/endpoints';
import type { Filter } from '@ledgerline/contract/rules/filters';
import { isTemplateEditor, type SignedInAgent } from '../../lib/sign-in.ts';

interface Location {
  to: string;
  search: Record<string, unknown>;
}

const PATHS: Record<RowsLink['list'], Location> = {
  // `all`: without the default view of the agent.
  clients: { to: '/crm/clients', search: { saved: 'all' } },
  invoices: { to: '/crm/payments', search: { saved: 'all' } },
  recurring_payments: { to: '/crm/recurring-payments', search: { saved: 'all' } },
  policies: { to: '/crm/policies', search: {} },
  submissions: { to: '/crm/forms', search: { view: 'submissions' } },
  today: { to: '/crm/today', search: {} },
  payments: { to: '/crm/reports/rows', search: { list: 'payments' } },
  tasks: { to: '/crm/reports/rows', search: { list: 'tasks' } },
};

/** Where the rows behind a figure are listed; null where the agent cannot open the list (0§6). */
export function rowsLocation(
  { list, filter, owner }: RowsLink,
  agent: SignedInAgent | null,
): Location | null {
  if (list === 'submissions' && !isTemplateEditor(agent)) return null;
  const { to, search } = PATHS[list];
  if (list === 'today') return { to, search: owner === agent?.id ? {} : { owner } };
  const shown: Filter | undefined = filter.rules.length > 0 ? filter : undefined;
  return { to, search: { ...search, filter: shown } };
}
