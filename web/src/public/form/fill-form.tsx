import type { ClientContact } from '@ledgerline/contract/agents/contact/client-contact';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import type { FormEvent, ReactNode } from 'react';
import { applyFooterOffset } from '../../components/ui/footer-offset.ts';
import { usePageTitle } from '../brand.tsx';
import { PageFrame } from '../page-frame.tsx';
import { useMessages } from '../texts/language.tsx';
import type { FilledText, TextKey } from '../texts/text-key.ts';
import { AnswersSummary } from './answers-summary.tsx';
import styles from './fill-form.module.css';
import { type FillingOptions, useFilling } from './filling.ts';
import { ProblemSummary } from './problem-summary.tsx';
import { StepHeading } from './step-heading.tsx';
import { StepQuestions } from './step-questions.tsx';
import { ThankYou } from './thank-you.tsx';

interface FillFormProps extends FillingOptions {
  isResumed: boolean;
  /** Below the heading: whether it is saved, and until when. */
  status: ReactNode;
  /** Warnings above the buttons. */
  banner: ReactNode;
  /** Whom the client calls; shown once the form is submitted. */
  contact?: ClientContact | undefined;
}

/** A web form, one step at a time, with a final review step. */
export function FillForm({ isResumed, status, banner, contact, ...options }: FillFormProps) {
  const { definition, start } = options;
  const { localize, text } = useMessages();
  const { answers, step, problems, submit, change, goTo, proceed } = useFilling(options);
  usePageTitle(localize(definition.title));
  if (submit.submittedAt)
    return (
      <ThankYou
        definition={definition}
        answers={answers}
        submitted_at={submit.submittedAt}
        contact={contact}
      />
    );
  const current = definition.steps[step];
  function goToNextStep(event: FormEvent) {
    event.preventDefault();
    proceed();
  }
  return (
    <PageFrame hasReturnLink>
      <form className={styles.form} onSubmit={goToNextStep} noValidate autoComplete="on">
        <StepHeading definition={definition} step={step} status={status} />
        {isResumed && step === start.step && <p className={styles.welcome}>{text('welcomeBack')}</p>}
        <ProblemSummary problems={problems} definition={definition} />
        {current ? (
          <StepQuestions step={current} answers={answers} problems={problems} onChange={change} />
        ) : (
          <ReviewStep definition={definition} answers={answers} onEdit={goTo} />
        )}
        <FormButtons
          step={step}
          steps={definition.steps.length}
          isSending={submit.isSending}
          failure={submit.failure}
          banner={banner}
          onBack={() => goTo(step - 1)}
        />
      </form>
    </PageFrame>
  );
}

interface FormButtonsProps {
  step: number;
  steps: number;
  isSending: boolean;
  /** Why submitting the form failed. */
  failure: FilledText | null;
  banner: ReactNode;
  onBack: () => void;
}

/** Sticky footer with Back and Continue, and warnings above them. */
function FormButtons({ step, steps, isSending, failure, banner, onBack }: FormButtonsProps) {
  const { text } = useMessages();
  return (
    <div ref={applyFooterOffset} className={styles.footer}>
      {banner}
      {failure && (
        <p role="alert" className={styles.failure}>
          {text(failure.key, failure.values)}
        </p>
      )}
      <div className={styles.buttons}>
        {step > 0 && (
          <button type="button" className="button" disabled={isSending} onClick={onBack}>
            {text('back')}
          </button>
        )}
        <button type="submit" className="button primary" disabled={isSending}>
          {text(onwardKey(step, steps, isSending))}
        </button>
      </div>
    </div>
  );
}

function onwardKey(step: number, steps: number, isSending: boolean): TextKey {
  if (step < steps - 1) return 'next';
  if (step === steps - 1) return 'check';
  return isSending ? 'submitting' : 'submit';
}

interface ReviewStepProps {
  definition: WebFormDefinition;
  answers: FormAnswers;
  onEdit: (step: number) => void;
}

/** The review step: all answers, with a link back to each step. */
function ReviewStep({ definition, answers, onEdit }: ReviewStepProps) {
  const { text } = useMessages();
  return (
    <div className={styles.review}>
      <AnswersSummary
        definition={definition}
        answers={answers}
        actionOf={(step, title) => (
          <button
            type="button"
            className="button plain"
            aria-label={text('changeStep', { step: title })}
            onClick={() => onEdit(step)}
          >
            {text('change')}
          </button>
        )}
      />
    </div>
  );
}
