import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { useMessages } from '../texts/language.tsx';
import { AnswersSummary } from './answers-summary.tsx';
import styles from './review-step.module.css';

interface ReviewStepProps {
  definition: WebFormDefinition;
  answers: FormAnswers;
  onEdit: (step: number) => void;
}

/** The review step: all answers, with a link back to each step. */
export function ReviewStep({ definition, answers, onEdit }: ReviewStepProps) {
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
