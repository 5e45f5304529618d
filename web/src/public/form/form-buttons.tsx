import type { ReactNode } from 'react';
import { applyFooterOffset } from '../../components/ui/footer-offset.ts';
import { useMessages } from '../texts/language.tsx';
import type { FilledText, TextKey } from '../texts/text-key.ts';
import styles from './fill-form.module.css';

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
export function FormButtons({ step, steps, isSending, failure, banner, onBack }: FormButtonsProps) {
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
