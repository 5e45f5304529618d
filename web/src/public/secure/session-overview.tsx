import type { SessionPage, SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { AgentContact } from '../agent-contact.tsx';
import { usePageTitle } from '../brand.tsx';
import status from '../form/status.module.css';
import { PageFrame } from '../page-frame.tsx';
import type { Failure } from '../session/link-error.ts';
import { useMessages } from '../texts/language.tsx';
import { SessionCosts } from './session-costs.tsx';
import { SessionFormCard } from './session-form-card.tsx';
import styles from './session-overview.module.css';
import { WorkLeft } from './work-left.tsx';

interface SessionOverviewProps {
  page: SessionPage;
  isPreview: boolean;
  /** Why the refetch failed when the visitor returned. */
  stale: Failure | null;
}

/** Greeting, remaining forms, all forms, and costs. */
export function SessionOverview({ page, isPreview, stale }: SessionOverviewProps) {
  const { text, moment, language } = useMessages();
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
        <p className={styles.session}>{page.titles[language]}</p>
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
      <AgentContact contact={page.contact} />
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
  return (
    <div role="status">
      <WorkLeft page={page} />
    </div>
  );
}
