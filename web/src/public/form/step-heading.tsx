import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import type { ReactNode } from 'react';
import { useMessages } from '../texts/language.tsx';
import styles from './step-heading.module.css';

interface StepHeadingProps {
  definition: WebFormDefinition;
  step: number;
  status: ReactNode;
}

/** The form's name, "Step 2 of 6" with a progress bar, and the step's heading. */
export function StepHeading({ definition, step, status }: StepHeadingProps) {
  const { localize, text } = useMessages();
  const total = definition.steps.length;
  const current = definition.steps[step];
  const position = current ? text('step', { step: step + 1, total }) : text('checkStep');
  const intro = current ? current.intro && localize(current.intro) : text('reviewIntro');
  return (
    <>
      <p className={styles.form}>{localize(definition.title)}</p>
      <div className={styles.progress}>
        <span>{position}</span>
        <progress
          className={styles.bar}
          max={total}
          value={Math.min(step + 1, total)}
          aria-label={position}
        />
      </div>
      {status}
      {step === 0 && <p className={`${styles.intro} ${styles.welcome}`}>{localize(definition.intro)}</p>}
      <h1 id="step-heading" tabIndex={-1} className={styles.title}>
        {current ? localize(current.title) : text('reviewTitle')}
      </h1>
      {intro && <p className={styles.intro}>{intro}</p>}
    </>
  );
}
