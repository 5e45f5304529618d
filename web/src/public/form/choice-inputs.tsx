import { useMessages } from '../texts/language.tsx';
import type { InputProps } from './input-props.ts';
import styles from './inputs.module.css';

export interface Option {
  value: string;
  label: string;
}

interface ChoiceProps extends InputProps {
  options: readonly Option[];
}

/** Two answers up to this length fit side by side even on the narrowest phone. */
const SHORT_LABEL = 10;

/** Few options: large buttons, backed by radio buttons for keyboards and screen readers. */
export function ChoiceButtons({ id, value, options, isWrong, describedBy, onChange }: ChoiceProps) {
  const isShort = options.length === 2 && options.every(({ label }) => label.length <= SHORT_LABEL);
  return (
    <div className={styles.choices} data-short={isShort || undefined}>
      {options.map((option, position) => (
        <label key={option.value} className={styles.choice} data-wrong={isWrong || undefined}>
          <input
            type="radio"
            id={position === 0 ? id : `${id}-${option.value}`}
            name={id}
            value={option.value}
            checked={value === option.value}
            aria-describedby={describedBy}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

/** One statement to agree to. */
export function AgreeBox({
  id,
  question,
  value,
  label,
  isWrong,
  describedBy,
  onChange,
}: InputProps & { label: string }) {
  return (
    <label className={`${styles.choice} ${styles.agree}`} data-wrong={isWrong || undefined}>
      <input
        type="checkbox"
        id={id}
        checked={value === 'yes'}
        required={question.required}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : '')}
      />
      <span>{label}</span>
    </label>
  );
}

/** Many options: the native select. */
export function ChoiceSelect({ id, question, value, options, isWrong, describedBy, onChange }: ChoiceProps) {
  const { text } = useMessages();
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <select
      id={id}
      className={styles.input}
      value={value}
      autoComplete={question.autocomplete}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      aria-required={question.required || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{text('choose')}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
