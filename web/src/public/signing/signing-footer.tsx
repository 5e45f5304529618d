import { moneyDisplay } from '@ledgerline/contract/rules';
import type { SavedSignature } from '@ledgerline/contract/signing/signature';
import { useEffect, useRef } from 'react';
import { applyFooterOffset } from '../../components/ui/footer-offset.ts';
import { ignoreRepeatedEnter } from '../../lib/events.ts';
import inputs from '../form/inputs.module.css';
import { OfflineNotice } from '../offline-banner.tsx';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import { UnsavedBanner } from './draft-status.tsx';
import { FieldInput } from './field-input.tsx';
import styles from './signing-footer.module.css';
import { type FieldStop, noteOf } from './stops.ts';
import { FINISH_ID, type FillingIn } from './use-filling.ts';

interface SigningFooterProps {
  filling: FillingIn;
  /** Pages are so small that fields are filled in here instead. */
  isSmall: boolean;
  totals: { total_cents: number; tax_cents: number } | null;
  isSending: boolean;
  failure: string | null;
  /** The last save of the entries so far failed. */
  hasUnsaved: boolean;
  /** The advisor's saved signature, until they have signed with it or another one. */
  saved: SavedSignature | null;
  onSign: (stop: FieldStop) => void;
  onFinish: () => void;
}

/** Sticky footer with the current field, the progress, the cost and the next step. */
export function SigningFooter(props: SigningFooterProps) {
  const { filling, isSmall, totals, isSending, failure, hasUnsaved, saved, onSign, onFinish } = props;
  const { text } = useMessages();
  const { current } = filling;
  const hasProblem = current !== null && filling.isWrong(current);
  return (
    <div ref={applyFooterOffset} className={styles.footer} data-stays>
      <OfflineNotice message="offlineSigning" />
      {hasUnsaved && <UnsavedBanner />}
      {isSmall && current && <CurrentField stop={current} filling={filling} onSign={onSign} />}
      {saved && <UseSaved saved={saved} onUse={() => filling.adopt(saved)} />}
      <div role="alert">
        {!isSmall && hasProblem && (
          <p className={styles.problem}>
            {current.label}: {text(current.kind === 'signature' ? 'signatureMissing' : 'fillIn')}
          </p>
        )}
        {failure && <p className={styles.problem}>{failure}</p>}
      </div>
      <div className={styles.row}>
        <div className={styles.facts}>
          <p className={styles.progress} role="status">
            {text('fieldsDone', { done: filling.settled, total: filling.stepCount })}
          </p>
          {totals && (
            <p className={styles.total} aria-live="polite">
              <span>{text('choicesTotal')}: </span>
              <strong>{moneyDisplay(totals.total_cents)}</strong>
              {totals.tax_cents > 0 && (
                <span className={styles.tax}>
                  {' '}
                  {text('withTax', { tax: moneyDisplay(totals.tax_cents) })}
                </span>
              )}
            </p>
          )}
        </div>
        <div className={styles.buttons}>
          {filling.hasNext && (
            <button
              type="button"
              className={`button ${filling.isReady || saved ? '' : 'primary'}`}
              disabled={isSending}
              onClick={filling.goToNext}
            >
              {text(nextKey(filling))}
            </button>
          )}
          {(filling.isReady || !filling.hasNext) && (
            <button
              type="button"
              id={FINISH_ID}
              onKeyDown={ignoreRepeatedEnter}
              className="button primary"
              disabled={isSending}
              onClick={onFinish}
            >
              {text(isSending ? 'finishing' : 'finish')}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** One click signs every signature field; nothing is signed before it. */
function UseSaved({ saved, onUse }: { saved: SavedSignature; onUse: () => void }) {
  const { text } = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.saved}>
      <img src={saved.image} alt={text('savedSignature')} className={styles.savedImage} />
      <p id="saved-signature-text" className={styles.savedText}>
        {text('savedSignatureText')}
      </p>
      <button
        ref={button}
        type="button"
        className="button primary"
        aria-describedby="saved-signature-text"
        onKeyDown={ignoreRepeatedEnter}
        onClick={onUse}
      >
        {text('useMySignature')}
      </button>
    </div>
  );
}

function nextKey({ current, hasConsent }: FillingIn): TextKey {
  return current === null && !hasConsent ? 'startFields' : 'nextField';
}

interface CurrentFieldProps {
  stop: FieldStop;
  filling: FillingIn;
  onSign: (stop: FieldStop) => void;
}

/** The current field, enlarged for touch when the page is small. */
function CurrentField({ stop, filling, onSign }: CurrentFieldProps) {
  const { text } = useMessages();
  const isWrong = filling.isWrong(stop);
  const problem = isWrong ? 'current-field-error' : undefined;
  const note = noteOf(stop);
  const isSigned = filling.signed.has(stop.name);
  return (
    <div className={styles.field} data-kind={stop.kind}>
      <label htmlFor="current-field" className={styles.label}>
        {stop.label}
        {note && <span className={styles.note}> ({text(note)})</span>}
      </label>
      {problem && (
        <p id={problem} className={styles.error}>
          {text(stop.kind === 'signature' ? 'signatureMissing' : 'fillIn')}
        </p>
      )}
      {stop.kind === 'signature' ? (
        <button type="button" id="current-field" className="button" onClick={() => onSign(stop)}>
          {text(isSigned ? 'signAgain' : 'signHere')}
        </button>
      ) : (
        <FieldInput
          key={stop.name}
          stop={stop}
          id="current-field"
          filling={filling}
          className={stop.kind === 'checkbox' ? styles.box : inputs.input}
          describedBy={problem}
        />
      )}
    </div>
  );
}
