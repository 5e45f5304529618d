import { payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { useRef, useState } from 'react';
import { openCall } from '../api.ts';
import inputs from '../form/inputs.module.css';
import question from '../form/question.module.css';
import status from '../form/status.module.css';
import { meaningOf, waitAfter } from '../session/link-error.ts';
import { useMessages } from '../texts/language.tsx';
import type { FilledText } from '../texts/text-key.ts';
import styles from './pay.module.css';
import { METHODS, type Method, OUTCOMES, type Outcome, partCents } from './pay-choices.ts';
import type { OpenInvoice } from './use-open-invoice.ts';

/** The test card of the built-in provider. Its number never breaks across lines. */
const TEST_CARD = {
  number: '4111\u00a01111\u00a01111\u00a01111',
  until: '12/34',
  code: '111',
} as const;

/** Payment method, test outcome, and a button that pays once even when pressed repeatedly. */
export function PayForm({ token, opened }: { token: string; opened: OpenInvoice }) {
  const { text } = useMessages();
  const { due_cents } = opened.page;
  const [method, setMethod] = useState<Method>('card');
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const [part, setPart] = useState('');
  const attempt = useAttempt(token, opened);
  const cents = outcome === 'partial' ? partCents(part, due_cents) : due_cents;
  const isWrong = cents === null && attempt.isTried;

  function choose(chosen: Method) {
    setMethod(chosen);
    if (!OUTCOMES[chosen].some(({ value }) => value === outcome)) setOutcome('paid');
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void attempt.pay({ method, outcome, cents });
      }}
    >
      <Choices legend={text('payHow')} name="method" choices={METHODS} value={method} onChoose={choose} />
      <p className={styles.hint}>{text(method === 'card' ? 'payTestCard' : 'payTestBank', TEST_CARD)}</p>
      <Choices
        legend={text('payOutcome')}
        name="outcome"
        choices={OUTCOMES[method]}
        value={outcome}
        onChoose={setOutcome}
      />
      {outcome === 'partial' && (
        <Amount value={part} onChange={setPart} due_cents={due_cents} isWrong={isWrong} />
      )}
      <div role="alert">
        {attempt.problem && (
          <p className={status.notSaved}>{text(attempt.problem.key, attempt.problem.values)}</p>
        )}
      </div>
      <button type="submit" className={`button primary ${styles.pay}`} disabled={attempt.isPaying}>
        {attempt.isPaying
          ? text('paying')
          : cents === null
            ? text('payNowPlain')
            : text('payNow', { amount: moneyDisplay(cents) })}
      </button>
    </form>
  );
}

interface ChoicesProps<V extends string> {
  legend: string;
  name: string;
  choices: readonly { value: V; label: Parameters<ReturnType<typeof useMessages>['text']>[0] }[];
  value: V;
  onChoose: (value: V) => void;
}

function Choices<V extends string>({ legend, name, choices, value, onChoose }: ChoicesProps<V>) {
  const { text } = useMessages();
  return (
    <fieldset>
      <legend className={styles.subtitle}>{legend}</legend>
      <div className={inputs.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={inputs.choice}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            <span>{text(choice.label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface AmountProps {
  value: string;
  due_cents: number;
  isWrong: boolean;
  onChange: (value: string) => void;
}

function Amount({ value, due_cents, isWrong, onChange }: AmountProps) {
  const { text } = useMessages();
  return (
    <div className={styles.amount}>
      <label htmlFor="amount" className={question.label}>
        {text('payAmount')}
      </label>
      {isWrong && (
        <p id="amount-error" className={question.error}>
          {text('payAmountWrong', { least: moneyDisplay(1), most: moneyDisplay(due_cents) })}
        </p>
      )}
      <div className={inputs.typed} data-unit="start">
        <span aria-hidden>$</span>
        <input
          id="amount"
          className={inputs.input}
          data-numbers
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          value={value}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? 'amount-error' : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  );
}

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
function useAttempt(token: string, opened: OpenInvoice) {
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
