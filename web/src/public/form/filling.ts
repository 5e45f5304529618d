import type { Language } from '@ledgerline/contract/languages';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { validateForm } from '@ledgerline/contract/web-forms/validate';
import { useEffect, useRef, useState } from 'react';
import { localDay } from '../../domain/today.ts';
import { wrongFields } from '../../lib/api-error.ts';
import { type ClosedReason, lostReason, meaningOf, waitAfter } from '../session/link-error.ts';
import { ChangedElsewhereError } from '../session/server-draft.ts';
import { useMerge } from '../session/use-merge.ts';
import { useMessages } from '../texts/language.tsx';
import type { FilledText } from '../texts/text-key.ts';
import { stepOfPath } from './list-answers.ts';
import { focusOn, inputId, type Problem, problemsWithout, serverProblems } from './problems.ts';

export interface Snapshot {
  answers: FormAnswers;
  step: number;
}

export interface FillingOptions {
  definition: WebFormDefinition;
  start: Snapshot;
  /** Other devices that fill in the same form: how often they changed an answer, and the answers to show then. */
  elsewhere?: { merges: number; display: () => FormAnswers };
  /** Masks in the answers represent values stored on the server. */
  allowMasks: boolean;
  onChange: (snapshot: Snapshot) => void;
  onStep: (snapshot: Snapshot) => void;
  /** Submits the form. The idempotency key stays the same while the answers are unchanged. */
  onSubmit: (answers: FormAnswers, language: Language, idempotencyKey: string) => Promise<string>;
  /** The form can no longer be submitted from here: expired, submitted elsewhere or voided. */
  onLost: (reason: ClosedReason) => void;
}

function startOf({ start, elsewhere }: Pick<FillingOptions, 'start' | 'elsewhere'>): Snapshot {
  return elsewhere ? { ...start, answers: elsewhere.display() } : start;
}

/** State of filling in a form: answers, step, problems and navigation. */
export function useFilling({ definition, allowMasks, ...options }: FillingOptions) {
  const [{ answers, step }, setSnapshot] = useState(() => startOf(options));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const { elsewhere } = options;
  useMerge(elsewhere?.merges ?? 0, () => setSnapshot({ answers: elsewhere?.display() ?? answers, step }));
  const focusTarget = useFocusTarget();
  const submit = useSubmit({ onSubmit: options.onSubmit, onLost: options.onLost, onRejected: showProblems });
  const isReview = step >= definition.steps.length;
  useStepHistory(step, (wanted) => goTo(Math.min(wanted, definition.steps.length)));

  function change(next: FormAnswers, path: string) {
    setSnapshot({ answers: next, step });
    setProblems(problemsWithout(problems, path));
    options.onChange({ answers: next, step });
  }
  function goTo(wanted: number) {
    if (wanted === step) return;
    setSnapshot({ answers, step: wanted });
    setProblems([]);
    focusTarget.toHeading();
    options.onStep({ answers, step: wanted });
  }
  function showProblems(found: readonly Problem[]) {
    const [first] = found;
    if (!first) return;
    const wanted = stepOfPath(definition, first.path);
    setSnapshot((now) => ({ ...now, step: wanted }));
    setProblems(found);
    focusTarget.toInput(first.path);
  }
  function proceed() {
    const checked = { ...(isReview ? {} : { step }), today: localDay(), allowMasks };
    const found = validateForm(definition, answers, checked);
    if (found.length > 0) showProblems(found);
    else if (isReview) void submit.send(answers);
    else goTo(step + 1);
  }
  return { answers, step, problems, submit, change, goTo, proceed };
}

/** Focuses the heading of a new step or the first invalid answer, once it is rendered. */
function useFocusTarget() {
  const target = useRef<{ id: string; isHeading: boolean } | null>(null);
  useEffect(() => {
    if (!target.current) return;
    const { id, isHeading } = target.current;
    target.current = null;
    if (isHeading) window.scrollTo({ top: 0 });
    focusOn(id, { preventScroll: isHeading });
  });
  return {
    toHeading: () => {
      target.current = { id: 'step-heading', isHeading: true };
    },
    toInput: (path: string) => {
      target.current = { id: inputId(path), isHeading: false };
    },
  };
}

interface SubmitOptions {
  onSubmit: (answers: FormAnswers, language: Language, idempotencyKey: string) => Promise<string>;
  /** The form can no longer be submitted. */
  onLost: (reason: ClosedReason) => void;
  onRejected: (problems: readonly Problem[]) => void;
}

/** Submits a form: one attempt at a time, with the same idempotency key for the same answers. */
function useSubmit({ onSubmit, onLost, onRejected }: SubmitOptions) {
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

/** Adds each step to the browser history, so that Back leads to the previous step, not out of the form. */
function useStepHistory(step: number, onBack: (step: number) => void): void {
  const shown = useRef(step);
  const goBack = useRef(onBack);
  useEffect(() => {
    goBack.current = onBack;
  });
  useEffect(() => {
    history.replaceState({ step: shown.current }, '');
    function follow(event: PopStateEvent) {
      const wanted = stepOf(event.state);
      if (wanted === null) return;
      shown.current = wanted;
      goBack.current(wanted);
    }
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    history.pushState({ step }, '');
  }, [step]);
}

function stepOf(state: unknown): number | null {
  const isStep = typeof state === 'object' && state !== null && 'step' in state;
  return isStep && typeof state.step === 'number' ? state.step : null;
}
