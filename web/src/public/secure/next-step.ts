import type { SessionPage, SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';

/** `none`: the client can do nothing now, because everything is done or others are next. */
export type NextStep =
  | { kind: 'form'; form: SessionPageForm }
  | { kind: 'pay'; url: string; cents: number }
  | { kind: 'none' };

/** The client's next step in a session: forms in their order, then the payment. */
export function nextStepOf({ forms, pay_url, amount_due_cents }: SessionPage): NextStep {
  const form = forms.find(({ action }) => action === 'fill' || action === 'upload' || action === 'sign');
  if (form) return { kind: 'form', form };
  if (pay_url !== null && amount_due_cents > 0) return { kind: 'pay', url: pay_url, cents: amount_due_cents };
  return { kind: 'none' };
}

/** Whether nothing is left at all: nothing to do, read, wait for or pay. */
export function isAllDone(page: SessionPage): boolean {
  const { forms, amount_due_cents } = page;
  return amount_due_cents <= 0 && forms.every(({ action }) => action === 'done' || action === 'voided');
}
