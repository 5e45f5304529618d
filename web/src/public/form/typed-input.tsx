import { isMask, pastedPhone } from '@ledgerline/contract/rules';
import type { ChangeEvent, ClipboardEvent } from 'react';
import { localDay } from '../../domain/today.ts';
import { useMessages } from '../texts/language.tsx';
import type { InputProps } from './input-props.ts';
import styles from './inputs.module.css';
import { formatEntered, formatTyped } from './typed-answers.ts';

/** Pasted text may contain spaces and dashes that formatting removes. */
const PASTE_ALLOWANCE = 10;

/**
 * A typed answer. It is formatted while the caret is at the end, when text is pasted and when the
 * field loses focus, so that the caret never jumps during an edit in the middle.
 */
export function TypedInput({ id, question, value, describedBy, isWrong, onChange }: InputProps) {
  const { text } = useMessages();
  const { kind } = question;
  const shown = formatTyped(kind, value);
  const shared = {
    id,
    className: styles.input,
    autoComplete: question.autocomplete,
    'aria-describedby': describedBy,
    'aria-invalid': isWrong || undefined,
    'aria-required': question.required || undefined,
  };

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: typed, selectionStart } = event.currentTarget;
    // An edited mask no longer represents a stored value, so the answer is cleared.
    if (isMask(typed)) return onChange('');
    const appends = typed.length > shown.length && selectionStart === typed.length;
    onChange(appends ? formatTyped(kind, typed) : typed);
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd, value: present } = event.currentTarget;
    if (selectionStart !== 0 || selectionEnd !== present.length) return;
    event.preventDefault();
    const pasted = event.clipboardData.getData('text').trim();
    const answer = formatEntered(kind, kind === 'phone' ? pastedPhone(pasted) : pasted, localDay());
    onChange(answer.slice(0, question.maxLength));
  }
  function leave() {
    const entered = formatEntered(kind, shown, localDay());
    if (entered !== shown) onChange(entered);
  }
  if (kind === 'textarea')
    return (
      <textarea
        {...shared}
        rows={4}
        value={value}
        maxLength={question.maxLength}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <div className={styles.typed} data-unit={UNITS[kind]?.position}>
      {UNITS[kind] && <span aria-hidden>{UNITS[kind].sign}</span>}
      <input
        {...shared}
        type={TYPES[kind] ?? 'text'}
        inputMode={question.inputMode}
        value={shown}
        maxLength={question.maxLength + (question.inputMode === 'text' ? 0 : PASTE_ALLOWANCE)}
        placeholder={kind === 'date' ? text('datePlaceholder') : undefined}
        spellCheck={question.secret ? false : undefined}
        data-numbers={NUMBERS.includes(kind) || undefined}
        onChange={change}
        onPaste={paste}
        onBlur={leave}
        onFocus={(event) => {
          // Typing then replaces the complete mask.
          if (isMask(value)) event.currentTarget.select();
        }}
      />
      {isMask(value) && <p className={styles.stored}>{text('secretStored')}</p>}
    </div>
  );
}

const TYPES: Partial<Record<InputProps['question']['kind'], string>> = { phone: 'tel' };
const NUMBERS: readonly InputProps['question']['kind'][] = [
  'date',
  'ssn',
  'phone',
  'number',
  'percent',
  'money',
  'zip',
  'routing',
  'account',
];
const UNITS: Partial<Record<InputProps['question']['kind'], { sign: string; position: string }>> = {
  percent: { sign: '%', position: 'end' },
  money: { sign: '$', position: 'start' },
};
