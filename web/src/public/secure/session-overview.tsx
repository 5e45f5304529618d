import type { SessionPage } from '@ledgerline/contract/public-forms/endpoints';
import { usePageTitle } from '../brand.tsx';
import status from '../form/status.module.css';
import { PageFrame } from '../page-frame.tsx';
import { useWords } from '../texts/language.tsx';
import { SessionCosts } from './session-costs.tsx';
import { SessionFormCard } from './session-form-card.tsx';
import styles from './session-overview.module.css';

interface SessionOverviewProps {
  page: SessionPage;
  isPreview: boolean;
  /** It could not be read again when the visitor came back. */
  isStale: boolean;
}

/** Greeting, what is left to do, every form, and what it costs. */
export function SessionOverview({ page, isPreview, isStale }: SessionOverviewProps) {
  const { text, moment } = useWords();
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
      <div role="status">{isStale && <p className={status.notSaved}>{text('sessionStale')}</p>}</div>
      <ol className={styles.forms}>
        {page.forms.map((form) => (
          <li key={form.id}>
            <SessionFormCard form={form} />
          </li>
        ))}
      </ol>
      <SessionCosts page={page} agent={agent} />
    </PageFrame>
  );
}

function SessionProgress({ page, agent }: { page: SessionPage; agent: string }) {
  const { text } = useWords();
  const counted = page.forms.filter(({ action }) => action !== 'voided');
  const mine = counted.filter(({ action }) => ['fill', 'sign', 'done', 'wait'].includes(action)).length;
  if (page.forms.length === 0) return <p className={styles.left}>{text('sessionEmpty', { agent })}</p>;
  if (page.todo_count > 0)
    return (
      <div className={styles.left} role="status">
        {text('sessionLeft', { left: page.todo_count, count: Math.max(mine, page.todo_count) })}
        <progress
          className={styles.bar}
          max={Math.max(mine, page.todo_count)}
          value={Math.max(mine - page.todo_count, 0)}
          aria-hidden
        />
      </div>
    );
  const isWaiting = counted.some(({ action }) => action === 'wait');
  return (
    <p className={styles.left} role="status" data-good={!isWaiting || undefined}>
      {text(isWaiting ? 'sessionWaiting' : 'sessionAllDone')}
    </p>
  );
}
