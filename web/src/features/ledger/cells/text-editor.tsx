import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import styles from './cell-editor.module.css';
import type { CellEditorProps } from './cell-editor-props.ts';

const HINTS: Partial<Record<CatalogField['kind'], string>> = {
  date: 'MM/DD/YYYY',
  money: '0.00',
  percent: '0–100',
  email: 'name@example.com',
};

/** Single-line editor for text, amounts and dates, in display format. */
export function TextEditor({ field, text, isTyped, change }: CellEditorProps) {
  const input = useCellInput(isTyped);
  const isNumber = field.kind === 'money' || field.kind === 'percent';
  const list = field.options ? `options-${field.name}` : undefined;
  return (
    <>
      <input
        ref={input}
        className={styles.input}
        data-number={isNumber || undefined}
        aria-label={field.label}
        autoComplete="off"
        spellCheck={false}
        inputMode={isNumber ? 'decimal' : undefined}
        placeholder={HINTS[field.kind]}
        list={list}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={stopComposedKeys}
      />
      {list && (
        <datalist id={list}>
          {field.options?.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** Focuses the input, with the caret at the end or everything selected. */
export function useCellInput(isTyped: boolean) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.focus();
    if (isTyped) element.setSelectionRange(element.value.length, element.value.length);
    else element.select();
  }, [isTyped]);
  return input;
}

/** Ignore an Enter that only confirms an IME composition. */
export function stopComposedKeys(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing) event.stopPropagation();
}
