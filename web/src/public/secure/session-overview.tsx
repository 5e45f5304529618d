import type { SessionPage, SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { usePageTitle } from '../brand.tsx';
import status from '../form/status.module.css';
import { PageFrame } from '../page-frame.tsx';
import type { Failure } from '../session/link-error.ts';
import { useMessages } from '../texts/language.tsx';
import { SessionCosts } from './session-costs.tsx';
import { SessionFormCard } from './session-form-card.tsx';
import styles from './session-overview.module.css';

interface SessionOverviewProps {
  page: SessionPage;
  isPreview: boolean;
  /** Why the refetch failed when the visitor returned. */
  stale: Failure | null;
}

/** Greeting, remaining forms, all forms, and costs. */
export function SessionOverview({ page, isPreview, stale }: SessionOverviewProps) {
  const { text, moment } = useMessages();
  usePageTitle(text('sessionTitle'));
  const agent = page.agent_name ?? page.brokerage;
  const date = moment(page.expires_at);
  return (
    <PageFrame>
      {isPreview && <p className={status.warning}>{text('sessionPreview')}</p>}
      <div className={styles.head}>
        <h1 className={styles.title}>
          {page.client_first_name
            ? text('sessionHello', { name: page.client_first_name })
            : text('sessionHelloPlain')}
        </h1>
        <p className={styles.intro}>{text('sessionIntro', { agent })}</p>
        <p className={styles.session}>{page.session_type}</p>
        <SessionProgress page={page} agent={agent} />
        {page.expires_soon ? (
          <p className={status.warning}>{text('expiresSoon', { date })}</p>
        ) : (
          <p className={status.saved}>{text('sessionUntil', { date })}</p>
        )}
      </div>
      <div role="status">
        {stale && <p className={status.notSaved}>{text(stale === 'away' ? 'staleAway' : 'sessionStale')}</p>}
      </div>
      <FormCards forms={page.forms.filter(({ action }) => action !== 'wait')} />
      <WaitingForms forms={page.forms.filter(({ action }) => action === 'wait')} />
      <SessionCosts page={page} agent={agent} />
    </PageFrame>
  );
}

function FormCards({ forms }: { forms: readonly SessionPageForm[] }) {
  if (forms.length === 0) return null;
  return (
    <ol className={styles.forms}>
      {forms.map((form) => (
        <li key={form.id}>
          <SessionFormCard form={form} />
        </li>
      ))}
    </ol>
  );
}

/** Forms waiting for someone else, shown separately below the client's own (decisions O12). */
function WaitingForms({ forms }: { forms: readonly SessionPageForm[] }) {
  const { text } = useMessages();
  if (forms.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className={styles.waiting}>
        {text('sessionWaits')}
      </h2>
      <FormCards forms={forms} />
    </section>
  );
}

function SessionProgress({ page, agent }: { page: SessionPage; agent: string }) {
  const { text } = useMessages();
  if (page.forms.length === 0) return <p className={styles.left}>{text('sessionEmpty', { agent })}</p>;
  const needsClient = page.forms.some(({ action }) => action === 'fill' || action === 'sign');
  return <div role="status">{needsClient ? <FormsLeft page={page} /> : <NoFormsLeft page={page} />}</div>;
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
  const isWaiting = page.forms.some(({ action }) => action === 'wait');
  const isDone = !isWaiting && rest.length === 0;
  const nothing = isDone ? 'sessionAllDone' : 'sessionNothingLeft';
  return (
    <>
      <p className={styles.left} data-good={isDone || undefined}>
        {text(isWaiting ? 'sessionWaiting' : nothing)}
      </p>
      {rest.length > 0 && <p className={styles.rest}>{rest.join(' ')}</p>}
    </>
  );
}

function useRest({ forms, amount_due_cents }: SessionPage): string[] {
  const { text } = useMessages();
  const files = forms.filter(({ action }) => action === 'view').length;
  const links = forms.filter(({ action }) => action === 'follow').length;
  return [
    files > 0 && text(files === 1 ? 'sessionFile' : 'sessionFiles', { count: files }),
    links > 0 && text(links === 1 ? 'sessionLink' : 'sessionLinks', { count: links }),
    amount_due_cents > 0 && text('sessionDue', { amount: moneyDisplay(amount_due_cents) }),
  ].filter((part) => part !== false);
}
