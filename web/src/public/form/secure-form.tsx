import type { Language } from '@ledgerline/contract/languages';
import { saveFormProgress, submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import { type DraftAnswers, linkExpiresSoon } from '@ledgerline/contract/rules';
import {
  answersByKey,
  answersInSections,
  type FormAnswers,
  isVisible,
  questionsOf,
} from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { asAnswers } from '@ledgerline/contract/web-forms/structure';
import { useEffect, useRef, useState } from 'react';
import { hasErrorCode } from '../../lib/api-error.ts';
import { useConnection } from '../../lib/use-connection.ts';
import { formCaller } from '../api.ts';
import { OfflineNotice } from '../offline-banner.tsx';
import type { SecureStart } from '../open-form.ts';
import { notifyEditComplete } from '../session/edit-complete.ts';
import { lostReason } from '../session/link-error.ts';
import { ChangedElsewhereError, fitsKeepalive, useServerDraft } from '../session/server-draft.ts';
import { useMessages } from '../texts/language.tsx';
import { ChangedNotice } from './changed-notice.tsx';
import { FillForm } from './fill-form.tsx';
import type { Snapshot } from './filling.ts';
import { inputId } from './problems.ts';
import styles from './status.module.css';

interface SecureFormProps {
  definition: WebFormDefinition;
  answers: FormAnswers;
  step: number;
  start: SecureStart;
  onLinkLost: () => void;
}

/** A form behind a client's link: saved on the server, so it can be continued on any device while the link is valid. */
export function SecureForm({ definition, answers, step, start, onLinkLost }: SecureFormProps) {
  const { text, moment } = useMessages();
  const loaded = { answers, step };
  const storage = useServerStorage({ definition, first: loaded, start, onLost: onLinkLost });
  const date = moment(storage.expires_at);

  async function submit(form_data: FormAnswers, language: Language, idempotencyKey: string): Promise<string> {
    try {
      return await storage.whileSubmitting(async (version) => {
        const body = { form_data, language, version };
        const reply = await formCaller(definition.id, start.token)(submitSecureForm, {
          body,
          idempotencyKey,
        });
        storage.finish();
        notifyEditComplete();
        return reply.submitted_at;
      });
    } catch (error) {
      if (!hasErrorCode(error, 'conflict')) throw error;
      await storage.sync();
      throw new ChangedElsewhereError();
    }
  }
  const saved = { saved: 'saved', changed: 'saving', saving: 'saving', failed: null } as const;
  const isOffline = useConnection() !== 'there';
  const stateKey = storage.isStored && !isOffline ? saved[storage.state] : null;
  return (
    <FillForm
      definition={definition}
      start={loaded}
      elsewhere={storage}
      allowMasks
      contact={start.contact}
      isResumed={start.last_saved !== null}
      onChange={storage.changed}
      onStep={(snapshot) => {
        storage.changed(snapshot);
        storage.flush();
      }}
      onSubmit={submit}
      onLost={onLinkLost}
      status={
        <>
          <p className={styles.saved} data-state={storage.state}>
            {stateKey && `${text(stateKey)} `}
            {text('savedUntil', { date })}
          </p>
          <ChangedNotice merges={storage.merges} isBehind={storage.isBehind} />
          {storage.expiresSoon && (
            <p role="status" className={styles.warning}>
              {text('expiresSoon', { date })}
            </p>
          )}
        </>
      }
      banner={
        <>
          <OfflineNotice message="offline" />
          <div role="status">
            {storage.state === 'failed' && !isOffline && (
              <p className={styles.notSaved}>{text('notSaved')}</p>
            )}
          </div>
        </>
      }
    />
  );
}

interface ServerStorageOptions {
  definition: WebFormDefinition;
  /** As loaded from the server. */
  first: Snapshot;
  start: SecureStart;
  /** The link no longer accepts answers. */
  onLost: () => void;
}

const MINUTE_MS = 60_000;

/** Saves a form with a link on the server, also at each step, and reports when the link expires. */
function useServerStorage({ definition, first, start, onLost }: ServerStorageOptions) {
  const [link, setLink] = useState({ expires_at: start.expires_at, expires_soon: start.expires_soon });
  const step = useRef({ current: first.step, saved: first.step });
  const draft = useServerDraft({
    id: start.progress_session_id,
    first: { answers: answersByKey(first.answers), version: start.version },
    lastSaved: start.last_saved,
    // Pages opened before drafts had versions mirrored the answers in sections.
    read: (unsaved) =>
      answersByKey(asAnswers(definition, unsaved) ?? asAnswers(definition, answersInSections(unsaved)) ?? {}),
    save: async ({ answers, draft }, signal) => {
      const sentStep = step.current.current;
      const form_data = answersInSections(answers);
      const body = { form_data, draft, ...(sentStep === step.current.saved ? {} : { step: sentStep }) };
      const options = { body, ...(signal && { signal }), keepalive: fitsKeepalive(body) };
      const reply = await formCaller(definition.id, start.token)(saveFormProgress, options);
      step.current.saved = sentStep;
      setLink({ expires_at: reply.expires_at, expires_soon: reply.expires_soon });
      const others = answersByKey(asAnswers(definition, reply.form_data) ?? {});
      return { last_saved: reply.last_saved, version: reply.version, others };
    },
    isInUse: (question, next) => isInUse(definition, question, next),
    onError: (error) => {
      if (lostReason(error)) onLost();
    },
  });
  useMinuteTick();
  return {
    ...draft,
    display: () => answersInSections(draft.display()),
    changed(snapshot: Snapshot) {
      step.current.current = snapshot.step;
      draft.changed(answersByKey(snapshot.answers));
    },
    expires_at: link.expires_at,
    expiresSoon:
      link.expires_soon || linkExpiresSoon({ access_token_expires_at: link.expires_at, now: Date.now() }),
  };
}

/** The visitor is in this question, or in one that the new answers would hide. */
function isInUse(definition: WebFormDefinition, question: string, next: DraftAnswers): boolean {
  const focused = questionsOf(definition).find(({ key }) => hasFocus(key));
  if (!focused) return false;
  return focused.key === question || !isVisible(focused, answersInSections(next));
}

function hasFocus(question: string): boolean {
  const id = inputId(question);
  const { activeElement } = document;
  return activeElement?.id === id || activeElement?.id.startsWith(`${id}-`) === true;
}

/** Renders every minute, so that the warning appears while the page is open. */
function useMinuteTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
}
