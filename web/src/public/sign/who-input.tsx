import inputs from '../form/inputs.module.css';
import question from '../form/question.module.css';

interface WhoInputProps {
  name: string;
  label: string;
  type: 'text' | 'email';
  autoComplete: string;
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
}

export function WhoInput({ name, label, type, autoComplete, value, problem, onChange }: WhoInputProps) {
  return (
    <div>
      <label htmlFor={name} className={question.label}>
        {label}
      </label>
      {problem && (
        <p id={`${name}-error`} className={question.error}>
          {problem}
        </p>
      )}
      <input
        id={name}
        name={name}
        className={inputs.input}
        type="text"
        inputMode={type}
        autoComplete={autoComplete}
        maxLength={type === 'email' ? 254 : 100}
        value={value}
        required
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${name}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
