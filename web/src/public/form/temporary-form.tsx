import type { Language } from '@ledgerline/contract/languages';
import { submitPublicForm } from '@ledgerline/contract/public-forms/endpoints';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { useState } from 'react';
import { formCaller } from '../api.ts';
import { MessagePage } from '../message-page.tsx';
import { OfflineNotice } from '../offline-banner.tsx';
import type { TemporaryDraft } from '../session/drafts.ts';
import type { ClosedReason } from '../session/link-error.ts';
import { useMessages } from '../texts/language.tsx';
import { FillForm } from './fill-form.tsx';
import styles from './status.module.css';
import { useTemporaryStorage } from './temporary-storage.ts';

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
