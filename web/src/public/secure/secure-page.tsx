import type { SessionPage, SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { useCallback, useEffect, useState } from 'react';
import { AgentContact } from '../agent-contact.tsx';
import { usePageTitle } from '../brand.tsx';
import { ClosedPage } from '../closed-page.tsx';
import { FailedPage } from '../failed-page.tsx';
import status from '../form/status.module.css';
import { LoadingPage } from '../loading-page.tsx';
import { PageFrame } from '../page-frame.tsx';
import { type Failure, failureOf, isExpired } from '../session/link-error.ts';
import { PREVIEW_MARK, storeSessionToken } from '../session/return-path.ts';
import { useMessages } from '../texts/language.tsx';
import { type OpenedSession, openSession, readSession } from './open-session.ts';
import { PasscodePage } from './passcode-page.tsx';
import { SessionCosts } from './session-costs.tsx';
import { SessionFormCard } from './session-form-card.tsx';
import styles from './session-overview.module.css';
import { useReturn } from './use-return.ts';
import { WorkLeft } from './work-left.tsx';

/** /secure/{token}: every form of a client's session, what is left to do and what is due. */
export function SecurePage({ token }: { token: string }) {
  const { suggestLanguage } = useMessages();
  const [isPreview] = useState(() => window.location.hash === PREVIEW_MARK);
  const [opened, setOpened] = useState<OpenedSession | 'loading' | Failure>('loading');
  const [stale, setStale] = useState<Failure | null>(null);
  const show = useCallback(
    (session: OpenedSession) => {
      const language = session.state === 'ready' ? session.page.language : session.language;
      if (language) suggestLanguage(language);
      setOpened(session);
      setStale(null);
    },
    [suggestLanguage],
  );
  const open = useCallback(() => {
    setOpened('loading');
    openSession(token, isPreview)
      .then(show)
      .catch((error: unknown) => {
        console.warn('the session could not be loaded', error);
        setOpened(failureOf(error));
      });
  }, [token, isPreview, show]);
  useEffect(open, [open]);

  const readAgain = async () => {
    const before = typeof opened !== 'string' && opened.state === 'ready' ? opened.page : null;
    // An agent may have extended an expired link; other reasons are permanent.
    if (before === null && !isExpired(opened)) return;
    try {
      const session = before ? await readSession(before) : null;
      // The new state of a link that no longer works is only known after a refetch.
      show(session && session.state !== 'closed' ? session : await openSession(token, isPreview));
    } catch (error) {
      console.warn('the session could not be refetched', error);
      if (before) setStale(failureOf(error));
    }
  };
  useReturn(readAgain, () => storeSessionToken(token, isPreview));

  if (opened === 'loading') return <LoadingPage />;
  if (opened === 'failed' || opened === 'away')
    return <FailedPage failure={opened} title="sessionFailedTitle" onRetry={open} />;
  if (opened.state === 'closed')
    return <ClosedPage reason={opened.reason} agent={opened.agent_name} isSession />;
  if (opened.state === 'passcode') {
    const submit = async (passcode: string) => {
      const session = await readSession(opened, passcode);
      if (session.state !== 'passcode') show(session);
      return session.state !== 'passcode';
    };
    return <PasscodePage {...opened} onSubmit={submit} />;
  }
  return <SessionOverview page={opened.page} isPreview={isPreview} stale={stale} />;
}

interface SessionOverviewProps {
  page: SessionPage;
  isPreview: boolean;
  /** Why the refetch failed when the visitor returned. */
  stale: Failure | null;
}

/** Greeting, remaining forms, all forms, and costs. */
function SessionOverview({ page, isPreview, stale }: SessionOverviewProps) {
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
