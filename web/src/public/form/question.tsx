import { stateCode, US_STATES } from '@ledgerline/contract/rules/us-states';
import type { WebFormField } from '@ledgerline/contract/web-forms/definition';
import { useMessages } from '../texts/language.tsx';
import { AgreeBox, ChoiceButtons, ChoiceSelect, type Option } from './choice-inputs.tsx';
import type { InputProps } from './input-props.ts';
import { inputId, type Problem, problemMessage } from './problems.ts';
import styles from './question.module.css';
import { TypedInput } from './typed-input.tsx';

interface QuestionProps {
  question: WebFormField;
  /** Path of the answer: the question's key, or the position of a cell in a list. */
  path: string;
  value: string;
  problem: Problem | undefined;
  onChange: (value: string) => void;
}

const FEW_OPTIONS = 3;

/** One question with its label, hint and error. Its kind determines the input. */
export function Question({ question, path, value, problem, onChange }: QuestionProps) {
  const { language, localize, text } = useMessages();
  const id = inputId(path);
  const hint = question.hint ? localize(question.hint) : '';
  const describedBy = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const input: InputProps = { id, question, value, describedBy, isWrong: problem !== undefined, onChange };
  const options = optionsOf(question, { localize, yes: text('yes'), no: text('no') });
  // A draft saved through the API may contain the full name of a state.
  const chosen = question.kind === 'state' ? (stateCode(value) ?? value) : value;
  const isGroup = options !== null && question.required && options.length <= FEW_OPTIONS;
  const label = (
    <>
      {localize(question.label)}
      {!question.required && !question.requiredWith && (
        <span className={styles.optional}> ({text('optional')})</span>
      )}
    </>
  );
  const notes = (
    <>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} className={styles.error}>
          {problemMessage(problem, language)}
        </p>
      )}
    </>
  );
  if (question.kind === 'agree')
    return (
      <div className={styles.question} data-width={question.width}>
        {notes}
        <AgreeBox {...input} label={localize(question.label)} />
      </div>
    );
  if (isGroup)
    return (
      <fieldset className={styles.question} data-width={question.width} aria-describedby={describedBy}>
        <legend className={styles.label}>{label}</legend>
        {notes}
        <ChoiceButtons {...input} options={options} />
      </fieldset>
    );
  return (
    <div className={styles.question} data-width={question.width}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {notes}
      {options ? <ChoiceSelect {...input} value={chosen} options={options} /> : <TypedInput {...input} />}
    </div>
  );
}

function optionsOf(
  question: WebFormField,
  messages: { localize: (label: WebFormField['label']) => string; yes: string; no: string },
): Option[] | null {
  if (question.kind === 'yesno')
    return [
      { value: 'yes', label: messages.yes },
      { value: 'no', label: messages.no },
    ];
  if (question.kind === 'state')
    return Object.entries(US_STATES).map(([value, name]) => ({ value, label: `${name} (${value})` }));
  if (question.kind !== 'choice') return null;
  return (question.options ?? []).map(({ value, label }) => ({ value, label: messages.localize(label) }));
}
