import type { SessionPage } from '@ledgerline/contract/public-forms/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import { isAllDone, nextStepOf } from './next-step.ts';
import styles from './session-overview.module.css';

/** What the client still has to do in a session. */
export function WorkLeft({ page }: { page: SessionPage }) {
  return nextStepOf(page).kind === 'form' ? <FormsLeft page={page} /> : <NoFormsLeft page={page} />;
}

/** Progress over the forms that the client fills in or signs. */
function FormsLeft({ page }: { page: SessionPage }) {
  const { text } = useMessages();
  const { todo_count: left, client_count: count } = page;
  return (
    <div className={styles.left}>
      {text(left === 1 ? 'sessionLeftOne' : 'sessionLeft', { left, count })}
      <progress className={styles.bar} max={count} value={count - left} aria-hidden />
    </div>
  );
}

/** Who is next, what can be read and what is due. */
function NoFormsLeft({ page }: { page: SessionPage }) {
  const { text } = useMessages();
  const rest = useRest(page);
  const isDone = isAllDone(page);
  return (
    <>
      <p className={styles.left} data-good={isDone || undefined}>
        {text(isDone ? 'sessionAllDone' : nothingLeftKey(page))}
      </p>
      {rest.length > 0 && <p className={styles.rest}>{rest.join(' ')}</p>}
    </>
  );
}

/** Money may be due while the advisor is next. */
function nothingLeftKey({ forms, amount_due_cents }: SessionPage): TextKey {
  if (!forms.some(({ action }) => action === 'wait')) return 'sessionNothingLeft';
  return amount_due_cents > 0 ? 'sessionWaitingDue' : 'sessionWaiting';
}

function useRest({ forms, amount_due_cents, is_payment_processing }: SessionPage): string[] {
  const { text } = useMessages();
  const files = forms.filter(({ action }) => action === 'view').length;
  const links = forms.filter(({ action }) => action === 'follow').length;
  return [
    files > 0 && text(files === 1 ? 'sessionFile' : 'sessionFiles', { count: files }),
    links > 0 && text(links === 1 ? 'sessionLink' : 'sessionLinks', { count: links }),
    is_payment_processing && text('payWaitTitle'),
    !is_payment_processing &&
      amount_due_cents > 0 &&
      text('sessionDue', { amount: moneyDisplay(amount_due_cents) }),
  ].filter((part) => part !== false);
}
