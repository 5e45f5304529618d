import { inEveryLanguage } from '@ledgerline/contract/languages';
import type { SessionPage, SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';

/** A form of a session with its client's action. */
export function someForm(
  id: number,
  action: SessionPageForm['action'],
  extras: Partial<SessionPageForm> = {},
): SessionPageForm {
  const counts = { progress_step: 0, total_steps: 6, total_cents: 0 };
  return {
    id,
    title: `Form ${id}`,
    titles: { ...inEveryLanguage(() => `Form ${id}`), es: `Formulario ${id}` },
    type: 'Web Form',
    status: 'Pending',
    action,
    ...counts,
    previews: [],
    document_url: null,
    ...extras,
  };
}

/** A session of which the client has done everything, unless the forms differ. */
export function someSessionPage(changes: Partial<SessionPage> = {}): SessionPage {
  const forms = changes.forms ?? [someForm(1, 'done')];
  const todo = forms.filter(({ action }) => action === 'fill' || action === 'sign').length;
  return {
    titles: inEveryLanguage(() => 'Your forms from Ledgerline'),
    brokerage: 'Ledgerline',
    agent_name: 'Ada Byron',
    client_first_name: 'Maria',
    language: null,
    expires_at: '2026-11-27T15:00:00.000Z',
    expires_soon: false,
    forms,
    todo_count: todo,
    client_count: todo + forms.filter(({ action }) => action === 'done').length,
    subtotal_cents: 0,
    tax_cents: 0,
    total_cents: 0,
    amount_due_cents: 0,
    pay_url: null,
    is_payment_processing: false,
    ...changes,
  };
}
