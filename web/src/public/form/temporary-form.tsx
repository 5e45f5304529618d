import type { Language } from '@ledgerline/contract/languages';
import { submitPublicForm } from '@ledgerline/contract/public-forms/endpoints';
import { TEMPORARY_SESSION_AUTOSAVE_MS } from '@ledgerline/contract/rules';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { useEffect, useRef, useState } from 'react';
import { formCaller } from '../api.ts';
import { MessagePage } from '../message-page.tsx';
import { OfflineNotice } from '../offline-banner.tsx';
import { type Autosave, createAutosave } from '../session/autosave.ts';
import { dropTemporaryDraft, storeTemporaryDraft, type TemporaryDraft } from '../session/drafts.ts';
import { createInactivityClock, type InactivityClock } from '../session/inactivity-clock.ts';
import type { ClosedReason } from '../session/link-error.ts';
import { useMessages } from '../texts/language.tsx';
import { FillForm } from './fill-form.tsx';
import type { Snapshot } from './filling.ts';
import styles from './status.module.css';

interface TemporaryFormProps {
  definition: WebFormDefinition;
  draft: TemporaryDraft;
  isResumed: boolean;
  onRestart: () => void;
}

/** A form opened without a link: stored in this browser only, and closed after 30 minutes without activity. */
export function TemporaryForm({ definition, draft, isResumed, onRestart }: TemporaryFormProps) {
  const { text } = useMessages();
  const storage = useTemporaryStorage(definition, draft);
  const [isSubmitted, setSubmitted] = useState(false);

  async function submit(form_data: FormAnswers, language: Language, idempotencyKey: string): Promise<string> {
    const { progress_session_id } = draft;
    const reply = await formCaller(definition.id)(submitPublicForm, {
      params: { formLinkId: definition.id },
      body: { progress_session_id, form_data, language },
      idempotencyKey,
    });
    storage.finish();
    return reply.submitted_at;
  }
  /** An earlier attempt whose response was lost had succeeded. */
  function lost(reason: ClosedReason) {
    if (reason !== 'completed') return onRestart();
    storage.finish();
    setSubmitted(true);
  }
  if (isSubmitted)
    return (
      <MessagePage title="completedTitle" text="completedText" values={{ agent: text('yourAgent') }} isGood />
    );
  if (storage.phase === 'ended')
    return (
      <MessagePage title="endedTitle" text="endedText">
        <button type="button" className="button primary" onClick={onRestart}>
          {text('endedAgain')}
        </button>
      </MessagePage>
    );
  return (
    <FillForm
      definition={definition}
      start={{ answers: draft.form_data, step: draft.step }}
      allowMasks={false}
      isResumed={isResumed}
      onChange={storage.changed}
      onStep={(snapshot) => {
        storage.changed(snapshot);
        storage.flush();
      }}
      onSubmit={submit}
      onLost={lost}
      status={!storage.isFailed && <p className={styles.saved}>{text('savedHere')}</p>}
      banner={
        <>
          <OfflineNotice message="offlineUnsent" />
          <div role="alert">
            {storage.isFailed && <p className={styles.notSaved}>{text('notSaved')}</p>}
            {storage.phase === 'warned' && (
              <div className={styles.idle}>
                <p className={styles.idleTitle}>{text('idleTitle')}</p>
                <p>{text('idleText')}</p>
                {/* Pressing it is activity like any other, and that alone restarts the clock. */}
                <button type="button" className="button">
                  {text('idleStay')}
                </button>
              </div>
            )}
          </div>
        </>
      }
    />
  );
}

const ACTIVITY = ['keydown', 'pointerdown', 'input', 'scroll'] as const;

/**
 * Stores a form without a link in this browser every 30 s, for at most 30 minutes without activity. Then the answers
 * are removed from the device (decisions I10).
 */
function useTemporaryStorage(definition: WebFormDefinition, draft: TemporaryDraft) {
  const { progress_session_id } = draft;
  const [isFailed, setFailed] = useState(false);
  const [phase, setPhase] = useState<'open' | 'warned' | 'ended'>('open');
  const snapshot = useRef<Snapshot>({ answers: draft.form_data, step: draft.step });
  const isTouched = useRef(false);
  const autosave = useRef<Autosave>(null);
  const clock = useRef<InactivityClock>(null);

  useEffect(() => {
    const saver = createAutosave({
      intervalMs: TEMPORARY_SESSION_AUTOSAVE_MS,
      save: async () => {
        const { answers, step } = snapshot.current;
        storeTemporaryDraft(definition, { progress_session_id, step, form_data: answers });
      },
      // Storage may be full or switched off.
      onState: (state) => setFailed((failed) => (state === 'saved' ? false : failed || state === 'failed')),
    });
    const idle = createInactivityClock({
      onWarning: () => setPhase('warned'),
      onResume: () => setPhase('open'),
      onEnd() {
        saver.stop();
        dropTemporaryDraft(definition.id);
        setPhase('ended');
      },
    });
    autosave.current = saver;
    // Input typed before the first effect ran.
    if (isTouched.current) saver.changed();
    clock.current = idle;
    const stopListening = listen(saver, idle);
    return () => {
      stopListening();
      saver.stop();
      idle.stop();
    };
  }, [definition, progress_session_id]);

  return {
    phase,
    /** Nothing is stored on this device at the moment. */
    isFailed,
    changed(next: Snapshot) {
      snapshot.current = next;
      isTouched.current = true;
      autosave.current?.changed();
    },
    flush: () => void autosave.current?.flush(),
    finish() {
      autosave.current?.stop();
      clock.current?.stop();
      dropTemporaryDraft(definition.id);
    },
  };
}

function listen(saver: Autosave, idle: InactivityClock): () => void {
  const active = () => {
    idle.active();
    // The stored draft includes the time of the last activity.
    saver.changed();
  };
  const hiddenOrBack = () => {
    if (document.visibilityState === 'hidden') saver.leave();
    else idle.check();
  };
  for (const name of ACTIVITY) window.addEventListener(name, active, { passive: true });
  document.addEventListener('visibilitychange', hiddenOrBack);
  window.addEventListener('pagehide', saver.leave);
  return () => {
    for (const name of ACTIVITY) window.removeEventListener(name, active);
    document.removeEventListener('visibilitychange', hiddenOrBack);
    window.removeEventListener('pagehide', saver.leave);
  };
}
