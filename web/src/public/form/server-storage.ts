import { saveFormProgress } from '@ledgerline/contract/public-forms/endpoints';
import { type DraftAnswers, linkExpiresSoon } from '@ledgerline/contract/rules';
import {
  answersByKey,
  answersInSections,
  isVisible,
  questionsOf,
} from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { asAnswers } from '@ledgerline/contract/web-forms/structure';
import { useEffect, useRef, useState } from 'react';
import { formCaller } from '../api.ts';
import type { SecureStart } from '../open-form.ts';
import { lostReason } from '../session/link-error.ts';
import { fitsKeepalive, useServerDraft } from '../session/server-draft.ts';
import type { Snapshot } from './filling.ts';
import { inputId } from './problems.ts';

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
export function useServerStorage({ definition, first, start, onLost }: ServerStorageOptions) {
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
