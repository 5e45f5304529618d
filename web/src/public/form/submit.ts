import type { Language } from '@ledgerline/contract/languages';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import { useRef, useState } from 'react';
import { wrongFields } from '../../lib/api-error.ts';
import { type ClosedReason, lostReason, meaningOf, waitAfter } from '../session/link-error.ts';
import { ChangedElsewhereError } from '../session/server-draft.ts';
import { useMessages } from '../texts/language.tsx';
import type { FilledText } from '../texts/text-key.ts';
import { type Problem, serverProblems } from './problems.ts';

interface SubmitOptions {
  onSubmit: (answers: FormAnswers, language: Language, idempotencyKey: string) => Promise<string>;
  /** The form can no longer be submitted. */
  onLost: (reason: ClosedReason) => void;
  onRejected: (problems: readonly Problem[]) => void;
}

/** Submits a form: one attempt at a time, with the same idempotency key for the same answers. */
export function useSubmit({ onSubmit, onLost, onRejected }: SubmitOptions) {
  const { language } = useMessages();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<FilledText | null>(null);
  const [submittedAt, setSubmittedAt] = useState<string | null>(null);
  const attempt = useRef({ content: '', key: '' });
  const isRunning = useRef(false);

  async function send(answers: FormAnswers): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setSending(true);
    setFailure(null);
    const content = JSON.stringify({ answers, language });
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
    try {
      setSubmittedAt(await onSubmit(answers, language, attempt.current.key));
    } catch (error) {
      const fields = wrongFields(error);
      const reason = lostReason(error);
      if (error instanceof ChangedElsewhereError) setFailure({ key: 'submitChanged' });
      else if (fields.length > 0) onRejected(serverProblems(fields));
      else if (reason) onLost(reason);
      else if (meaningOf(error) !== 'busy') setFailure({ key: 'submitFailed' });
      else setFailure({ key: 'submitBusy', values: { wait: waitAfter(error, language) } });
    } finally {
      isRunning.current = false;
      setSending(false);
    }
  }
  return { send, isSending, failure, submittedAt };
}
