import { payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { useRef, useState } from 'react';
import { openCall } from '../api.ts';
import { meaningOf, waitAfter } from '../session/link-error.ts';
import { useMessages } from '../texts/language.tsx';
import type { FilledText } from '../texts/text-key.ts';
import type { Method, Outcome } from './pay-choices.ts';
import type { OpenInvoice } from './use-open-invoice.ts';

interface Attempt {
  method: Method;
  outcome: Outcome;
  /** Null while the amount is invalid. */
  cents: number | null;
}

/**
 * Payment attempts. Each has one idempotency key, so a double click or a retry after a lost response never pays twice.
 * Only a response with a definite result creates a new key.
 */
export function useAttempt(token: string, opened: OpenInvoice) {
  const { language } = useMessages();
  const key = useRef('');
  const isRunning = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<FilledText | null>(null);

  async function pay(attempt: Attempt) {
    setTried(true);
    setProblem(null);
    if (attempt.cents === null) document.getElementById('amount')?.focus();
    if (attempt.cents === null || isRunning.current) return;
    isRunning.current = true;
    setPaying(true);
    opened.showBanner(null);
    key.current ||= crypto.randomUUID();
    try {
      await send(attempt.method, attempt.outcome, attempt.cents);
    } catch (error) {
      console.warn('the payment failed', error);
      onRejected(error);
    }
    isRunning.current = false;
    setPaying(false);
  }

  async function send(method: Method, outcome: Outcome, cents: number) {
    const { state, data } = await openCall(payOnPage, {
      params: { token },
      body: {
        key: key.current,
        method,
        outcome,
        due_cents: opened.page.due_cents,
        ...(outcome === 'partial' ? { amount_cents: cents } : {}),
      },
    });
    key.current = '';
    if (state === 'declined') opened.showBanner('payDeclined');
    else opened.showThanks({ state, amount_cents: cents }, data);
  }

  /** A rejected attempt was not paid. Without a response the result is unknown, so the key stays. */
  function onRejected(error: unknown) {
    const meaning = meaningOf(error);
    if (meaning === 'busy') setProblem({ key: 'signBusy', values: { wait: waitAfter(error, language) } });
    else if (meaning === 'away' || meaning === 'failed') setProblem({ key: 'payUnknownOutcome' });
    else {
      key.current = '';
      opened.showBanner('payChanged');
      opened.refetch();
    }
  }
  return { pay, isPaying, isTried, problem };
}
