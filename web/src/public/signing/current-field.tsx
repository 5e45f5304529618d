import inputs from '../form/inputs.module.css';
import { useMessages } from '../texts/language.tsx';
import styles from './current-field.module.css';
import { FieldInput } from './field-input.tsx';
import { type FieldStop, noteOf } from './stops.ts';
import type { FillingIn } from './use-filling.ts';

interface CurrentFieldProps {
  stop: FieldStop;
  filling: FillingIn;
  onSign: (stop: FieldStop) => void;
}

/** The current field, enlarged for touch when the page is small. */
export function CurrentField({ stop, filling, onSign }: CurrentFieldProps) {
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
