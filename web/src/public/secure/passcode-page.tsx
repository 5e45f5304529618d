import { type FormEvent, useState } from 'react';
import inputs from '../form/inputs.module.css';
import question from '../form/question.module.css';
import { MessagePage } from '../message-page.tsx';
import { meaningOf } from '../session/link-error.ts';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import styles from './passcode-page.module.css';

interface PasscodePageProps {
  agent_name: string | null;
  isWrong?: boolean;
  /** It was correct, but the browser did not send it back: cookies are blocked. */
  isNotStored?: boolean;
  /** Submits the passcode and opens the protected page; returns whether it was correct. */
  onSubmit: (passcode: string) => Promise<boolean>;
}

/** Asks for the passcode that the agent gave the client through another channel. */
export function PasscodePage({
  agent_name,
  isWrong = false,
  isNotStored = false,
  onSubmit,
}: PasscodePageProps) {
  const { text } = useMessages();
  const [passcode, setPasscode] = useState('');
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<TextKey | null>(isWrong ? 'passcodeWrong' : null);
  async function send(event: FormEvent) {
    event.preventDefault();
    if (isChecking) return;
    if (passcode.trim() === '') {
      setProblem('passcodeMissing');
      return;
    }
    setChecking(true);
    setProblem(null);
    try {
      if (!(await onSubmit(passcode.trim()))) setProblem('passcodeWrong');
    } catch (error) {
      console.warn('the passcode could not be checked', error);
      setProblem(meaningOf(error) === 'busy' ? 'passcodeTooMany' : 'toDocumentFailed');
    }
    setChecking(false);
  }
  const shown = problem ?? (isNotStored && !isChecking ? 'passcodeNotSaved' : null);
  const values = { agent: agent_name ?? text('yourAgent') };
  return (
    <MessagePage title="passcodeTitle" text="passcodeText" values={values} isGood mark="lock">
      <form onSubmit={(event) => void send(event)} noValidate>
        <label htmlFor="passcode" className={question.label}>
          {text('passcode')}
        </label>
        <p id="passcode-error" role="alert" className={question.error}>
          {shown && text(shown, values)}
        </p>
        <input
          id="passcode"
          className={inputs.input}
          type="password"
          autoComplete="one-time-code"
          maxLength={100}
          value={passcode}
          aria-invalid={shown !== null || undefined}
          aria-describedby="passcode-error"
          onChange={(event) => setPasscode(event.target.value)}
        />
        <button type="submit" className={`button primary ${styles.open}`} disabled={isChecking}>
          {text(isChecking ? 'loading' : 'passcodeOpen')}
        </button>
      </form>
    </MessagePage>
  );
}
