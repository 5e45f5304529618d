import type { SessionPage, SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { useEffect, useState } from 'react';
import { here } from '../../lib/external-url.ts';
import { poll } from '../poll.ts';
import { ReturnLink } from '../return-path.tsx';
import { resumeSession, sessionPath } from '../session/return-path.ts';
import { visit } from '../session/visit.ts';
import { useMessages } from '../texts/language.tsx';
import { isAllDone, nextStepOf } from './next-step.ts';
import { readSession } from './open-session.ts';
import { PayLink } from './session-costs.tsx';
import styles from './session-next.module.css';
import { useOpenForm } from './use-open-form.ts';
import { WorkLeft } from './work-left.tsx';

/**
 * What is next in the session that led to this page, with one primary button that leads there. Renders nothing for visitors
 * who did not come from a session.
 */
export function SessionNext() {
  const page = useSessionNow();
  if (page === null) return null;
  const known = page === 'loading' || page === 'unknown' ? null : page;
  return (
    <div className={`${styles.next} no-print`} aria-busy={page === 'loading'}>
      {/* Screen readers announce only what appears in an element that was there before. */}
      <div className={styles.work} role="status">
        {known && <WorkLeft page={known} />}
      </div>
      {page === 'unknown' && <ReturnLink isMain />}
      {known && <KnownStep page={known} />}
    </div>
  );
}

function KnownStep({ page }: { page: SessionPage }) {
  const { text } = useMessages();
  const step = nextStepOf(page);
  const isDone = isAllDone(page);
  return (
    <>
      {isDone && <p className={styles.close}>{text('closePage')}</p>}
      <div className="buttons">
        {step.kind === 'form' && <NextForm form={step.form} />}
        {step.kind === 'pay' && <PayLink href={step.url} cents={step.cents} />}
        <ReturnLink isMain={step.kind === 'none' && !isDone} />
      </div>
    </>
  );
}

function NextForm({ form }: { form: SessionPageForm }) {
  const { localize, text } = useMessages();
  const title = localize(form.titles);
  const opening = useOpenForm(form, visit);
  return (
    <>
      {opening.isFailed && (
        <p role="alert" className={styles.failed}>
          {text('openFormFailed')}
        </p>
      )}
      <button type="button" className="button primary" disabled={opening.isOpening} onClick={opening.open}>
        {opening.isOpening
          ? text('opening')
          : text(form.action === 'sign' ? 'nextSign' : 'nextForm', { title })}
      </button>
    </>
  );
}

const TRIES = 5;
const PAUSE_MS = 3000;

/** `unknown`: the session cannot be read, so nothing is claimed about it. */
type SessionNow = SessionPage | 'loading' | 'unknown';

/**
 * The state of the session that led to this page; null if none did. While the session still asks for the payment that
 * this page has just received, its state is unknown, and is requested again.
 */
function useSessionNow(): SessionNow | null {
  const [path] = useState(sessionPath);
  const [now, setNow] = useState<SessionNow>('loading');
  useEffect(() => {
    if (path === null) return;
    return poll({
      tries: TRIES,
      pauseMs: PAUSE_MS,
      request: loadSession,
      receive(page) {
        const isOutdated = page !== null && isThisPaymentDue(page);
        setNow(page === null || isOutdated ? 'unknown' : page);
        return isOutdated;
      },
    });
  }, [path]);
  return path === null ? null : now;
}

async function loadSession(): Promise<SessionPage | null> {
  if (!resumeSession()) return null;
  try {
    const session = await readSession({ agent_name: null, language: null });
    return session.state === 'ready' ? session.page : null;
  } catch (error) {
    console.warn('the session could not be loaded', error);
    return null;
  }
}

function isThisPaymentDue({ pay_url }: SessionPage): boolean {
  if (pay_url === null) return false;
  return new URL(here(pay_url), window.location.href).pathname === window.location.pathname;
}
