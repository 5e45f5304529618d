import type { Localized } from '@ledgerline/contract/languages';
import { startPublicSigning } from '@ledgerline/contract/public-forms/endpoints';
import { cleanEmail } from '@ledgerline/contract/rules';
import { type FormEvent, useRef, useState } from 'react';
import { wrongFields } from '../../lib/api-error.ts';
import { formCaller } from '../api.ts';
import inputs from '../form/inputs.module.css';
import question from '../form/question.module.css';
import { MessagePage } from '../message-page.tsx';
import { storeVisitor, storeVisitorLink } from '../session/drafts.ts';
import { type ClosedReason, lostReason, meaningOf, waitAfter } from '../session/link-error.ts';
import { visit } from '../session/visit.ts';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import styles from './who-signs.module.css';

type Name = 'first_name' | 'last_name' | 'email';
type Problems = Partial<Record<Name, TextKey>>;

const INPUTS = [
  { name: 'first_name', label: 'firstName', autoComplete: 'given-name' },
  { name: 'last_name', label: 'lastName', autoComplete: 'family-name' },
  { name: 'email', label: 'email', autoComplete: 'email' },
] as const;

interface WhoSignsProps {
  formLinkId: string;
  title: Localized;
  /** The visitor can no longer sign the form they started here. */
  onClosed: (reason: ClosedReason) => void;
}

/** A visitor without a personal link enters their name; the document is then assigned to them (PF-003). */
export function WhoSigns({ formLinkId, title, onClosed }: WhoSignsProps) {
  const { language, localize, text } = useMessages();
  const [answers, setAnswers] = useState({ first_name: '', last_name: '', email: '' });
  const [hasOneName, setHasOneName] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [state, setState] = useState<'idle' | 'sending' | 'failed' | { wait: string }>('idle');
  const isRunning = useRef(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isRunning.current) return;
    const person = personOf(answers, hasOneName);
    const found = problemsOf(person, hasOneName);
    setProblems(found);
    const first = INPUTS.find(({ name }) => found[name]);
    if (first) {
      document.getElementById(first.name)?.focus();
      return;
    }
    isRunning.current = true;
    setState('sending');
    try {
      const visitor = storeVisitor(formLinkId, person);
      const body = { ...visitor, language };
      const reply = await formCaller(formLinkId)(startPublicSigning, { params: { formLinkId }, body });
      storeVisitorLink(formLinkId, visitor, reply.form_url);
      visit(reply.form_url);
    } catch (error) {
      const reason = lostReason(error);
      if (reason !== null) return onClosed(reason);
      setProblems(rejectedProblems(error));
      setState(meaningOf(error) === 'busy' ? { wait: waitAfter(error, language) } : 'failed');
    }
    isRunning.current = false;
  }
  return (
    <MessagePage title="whoTitle" text="whoText" isGood mark="pencil">
      <p className={styles.document}>{localize(title)}</p>
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate autoComplete="on">
        {INPUTS.filter(({ name }) => !(hasOneName && name === 'last_name')).map(
          ({ name, label, autoComplete }) => (
            <WhoInput
              key={name}
              name={name}
              label={text(label)}
              type={name === 'email' ? 'email' : 'text'}
              autoComplete={autoComplete}
              value={answers[name]}
              problem={problems[name] ? text(problems[name]) : null}
              onChange={(value) => {
                setAnswers({ ...answers, [name]: value });
                setProblems({ ...problems, [name]: undefined });
              }}
            />
          ),
        )}
        <label className={styles.oneName}>
          <input
            type="checkbox"
            checked={hasOneName}
            onChange={(event) => {
              setHasOneName(event.currentTarget.checked);
              setProblems({ ...problems, last_name: undefined });
            }}
          />
          {text('oneName')}
        </label>
        <div role="alert" className={styles.failure}>
          {state === 'failed' && text('toDocumentFailed')}
          {typeof state === 'object' && text('signBusy', state)}
        </div>
        <button type="submit" className="button primary" disabled={state === 'sending'}>
          {text(state === 'sending' ? 'opening' : 'toDocument')}
        </button>
      </form>
    </MessagePage>
  );
}

function personOf(answers: Record<Name, string>, hasOneName: boolean): Record<Name, string> {
  const email = answers.email.trim();
  return {
    first_name: answers.first_name.trim(),
    last_name: hasOneName ? '' : answers.last_name.trim(),
    email: cleanEmail(email) ?? email,
  };
}

function problemsOf({ first_name, last_name, email }: Record<Name, string>, hasOneName: boolean): Problems {
  return {
    ...(first_name ? {} : { first_name: 'fillIn' }),
    ...(last_name || hasOneName ? {} : { last_name: 'fillIn' }),
    ...(cleanEmail(email) ? {} : { email: email ? 'emailWrong' : 'fillIn' }),
  };
}

function rejectedProblems(error: unknown): Problems {
  const paths = wrongFields(error).map(({ path }) => path);
  return {
    ...(paths.includes('first_name') ? { first_name: 'fillIn' } : {}),
    ...(paths.includes('last_name') ? { last_name: 'fillIn' } : {}),
    ...(paths.includes('email') ? { email: 'emailWrong' } : {}),
  };
}

interface WhoInputProps {
  name: string;
  label: string;
  type: 'text' | 'email';
  autoComplete: string;
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
}

function WhoInput({ name, label, type, autoComplete, value, problem, onChange }: WhoInputProps) {
  return (
    <div>
      <label htmlFor={name} className={question.label}>
        {label}
      </label>
      {problem && (
        <p id={`${name}-error`} className={question.error}>
          {problem}
        </p>
      )}
      <input
        id={name}
        name={name}
        className={inputs.input}
        type="text"
        inputMode={type}
        autoComplete={autoComplete}
        maxLength={type === 'email' ? 254 : 100}
        value={value}
        required
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${name}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
