import inputs from '../form/inputs.module.css';
import { useMessages } from '../texts/language.tsx';
import styles from './consent.module.css';

interface ConsentProps {
  brokerage: string;
  isAccepted: boolean;
  /** The signer tried to sign without consent. */
  isMissed: boolean;
  onChange: (isAccepted: boolean) => void;
  onDecline: () => void;
}

/** Consent to electronic records, required before signing. It mentions the option to sign on paper. */
export function Consent({ brokerage, isAccepted, isMissed, onChange, onDecline }: ConsentProps) {
  const { text } = useMessages();
  return (
    <section className={styles.consent} aria-labelledby="consent-title">
      <h2 id="consent-title" className={styles.title}>
        {text('consentTitle')}
      </h2>
      <p id="consent-text" className={styles.text}>
        {text('consentText', { brokerage })}
      </p>
      {isMissed && (
        <p id="consent-error" role="alert" className={styles.error}>
          {text('consentMissing')}
        </p>
      )}
      <label className={inputs.choice} data-wrong={isMissed || undefined}>
        <input
          id="consent"
          type="checkbox"
          checked={isAccepted}
          aria-required
          aria-invalid={isMissed || undefined}
          aria-describedby={isMissed ? 'consent-error consent-text' : 'consent-text'}
          onChange={(event) => onChange(event.target.checked)}
        />
        {text('consent')}
      </label>
      <button type="button" className={`button plain ${styles.decline}`} onClick={onDecline}>
        {text('decline')}
      </button>
    </section>
  );
}
