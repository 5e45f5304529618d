import type { SessionPage, SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { ReturnLink } from '../return-path.tsx';
import { visit } from '../session/visit.ts';
import { useMessages } from '../texts/language.tsx';
import { isAllDone, nextStepOf } from './next-step.ts';
import { PayLink } from './session-costs.tsx';
import styles from './session-next.module.css';
import { useOpenForm } from './use-open-form.ts';
import { useSessionNow } from './use-session-now.ts';
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
