import { stateCode, US_STATES } from '@ledgerline/contract/rules/us-states';
import type { WebFormField } from '@ledgerline/contract/web-forms/definition';
import { useWords } from '../texts/language.tsx';
import { AgreeBox, ChoiceButtons, ChoiceSelect, type Option } from './choice-inputs.tsx';
import type { InputProps } from './input-props.ts';
import { inputId, type Problem, problemWords } from './problems.ts';
import styles from './question.module.css';
import { TypedInput } from './typed-input.tsx';

interface QuestionProps {
  question: WebFormField;
  /** Where the answer is kept: the question's key, or the place of a cell in a list. */
  path: string;
  value: string;
  problem: Problem | undefined;
  onChange: (value: string) => void;
}

const FEW_OPTIONS = 3;

/** One question with its label, hint and error; which input it gets follows from its kind. */
export function Question({ question, path, value, problem, onChange }: QuestionProps) {
  const { language, say, text } = useWords();
  const id = inputId(path);
  const hint = question.hint ? say(question.hint) : '';
  const describedBy = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const input: InputProps = { id, question, value, describedBy, isWrong: problem !== undefined, onChange };
  const options = optionsOf(question, { say, yes: text('yes'), no: text('no') });
  // A draft that was saved through the API may name its state.
  const chosen = question.kind === 'state' ? (stateCode(value) ?? value) : value;
  const isGroup = options !== null && question.required && options.length <= FEW_OPTIONS;
  const label = (
    <>
      {say(question.label)}
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
          {problemWords(problem, language)}
        </p>
      )}
    </>
  );
  if (question.kind === 'agree')
    return (
      <div className={styles.question} data-width={question.width}>
        {notes}
        <AgreeBox {...input} label={say(question.label)} />
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
  words: { say: (label: WebFormField['label']) => string; yes: string; no: string },
): Option[] | null {
  if (question.kind === 'yesno')
    return [
      { value: 'yes', label: words.yes },
      { value: 'no', label: words.no },
    ];
  if (question.kind === 'state')
    return Object.entries(US_STATES).map(([value, name]) => ({ value, label: `${name} (${value})` }));
  if (question.kind !== 'choice') return null;
  return (question.options ?? []).map(({ value, label }) => ({ value, label: words.say(label) }));
}
