import type { ClientContact } from '@ledgerline/contract/agents/contact/client-contact';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { useEffect, useRef } from 'react';
import { AgentContact } from '../agent-contact.tsx';
import { useBrand, usePageTitle } from '../brand.tsx';
import { Mark } from '../mark.tsx';
import message from '../message-page.module.css';
import { PageFrame } from '../page-frame.tsx';
import { SessionNext } from '../secure/session-next.tsx';
import { sessionPath } from '../session/return-path.ts';
import { useMessages } from '../texts/language.tsx';
import { AnswersSummary } from './answers-summary.tsx';
import styles from './thank-you.module.css';

interface ThankYouProps {
  definition: WebFormDefinition;
  answers: FormAnswers;
  submitted_at: string;
  contact: ClientContact | undefined;
}

/** The form was submitted. A copy can be printed, with secrets masked. */
export function ThankYou({ definition, answers, submitted_at, contact }: ThankYouProps) {
  const { localize, text, moment } = useMessages();
  const brokerage = useBrand();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(text('thanksTitle'));
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus();
  }, []);
  return (
    <PageFrame>
      <div className={message.message} data-good>
        <span className={`${message.mark} no-print`} aria-hidden>
          <Mark name="check" size={26} />
        </span>
        <h1 ref={heading} tabIndex={-1} className={message.title}>
          {text('thanksTitle')}
        </h1>
        <p className={message.text}>{text('thanksText', { brokerage, date: moment(submitted_at) })}</p>
        {sessionPath() === null && <p className={`${message.text} no-print`}>{text('thanksNext')}</p>}
        <SessionNext />
        <button type="button" className="button no-print" onClick={() => window.print()}>
          {text('print')}
        </button>
      </div>
      <AgentContact contact={contact} />
      <div className={styles.copy}>
        <p className={styles.copyTitle}>
          {text('copyOf')}: {localize(definition.title)}
        </p>
        <AnswersSummary definition={definition} answers={answers} />
      </div>
    </PageFrame>
  );
}
