import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { SheetEditorProps } from '../../../components/grid/sheet-types.ts';
import { agentLabels } from '../../../domain/agents/agent-names.ts';
import { displayText } from '../../../domain/clients/field-text.ts';
import styles from './cell-editor.module.css';
import type { CellEditorProps } from './cell-editor-props.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Letters typed within this time form one search word. */
const WORD_MS = 1000;

/** A fixed list: arrows or typed letters select, Enter or a click saves. */
export function ChoiceEditor({ field, text, start, isTyped, change, finish }: CellEditorProps) {
  const options = field.kind === 'agent' ? [...agentLabels(), ''] : (field.options ?? []);
  const labelOf = (option: string) => displayText(field, option) || 'Unassigned';
  const startingWith = (word: string) =>
    options.find((option) => labelOf(option).toLowerCase().startsWith(word.toLowerCase()));
  const list = useRef<HTMLDivElement>(null);
  const addLetter = useTypedPrefix(isTyped ? text : '');
  useLayoutEffect(() => list.current?.focus(), []);
  // If no option starts with the letters, the cell keeps its value.
  const chosen = isTyped && !options.includes(text) ? (startingWith(text) ?? start) : text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the letter that opened the list
  useEffect(() => {
    if (chosen !== text) change(chosen);
  }, []);
  useEffect(() => {
    const element = list.current?.querySelector('[aria-selected="true"]');
    if (chosen !== undefined) element?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step && !isLetter(event)) return;
    event.preventDefault();
    const next = step ? options[options.indexOf(chosen) + step] : startingWith(addLetter(event.key));
    if (next !== undefined) change(next);
  };
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      className={styles.choices}
      aria-label={field.label}
      aria-activedescendant={idOf(options, chosen)}
      onKeyDown={onKeyDown}
    >
      {options.map((option) => (
        <Choice
          key={option}
          option={option}
          id={idOf(options, option)}
          label={labelOf(option)}
          status={field.kind === 'enum' ? option : undefined}
          isChosen={option === chosen}
          finish={finish}
        />
      ))}
    </div>
  );
}

const idOf = (options: readonly string[], option: string) => `choice-${options.indexOf(option)}`;

interface ChoiceProps {
  id: string;
  status: string | undefined;
  option: string;
  label: string;
  isChosen: boolean;
  finish: SheetEditorProps['finish'];
}

function Choice({ id, status, option, label, isChosen, finish }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding list handles keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.choice}
      data-status={status}
      onClick={() => finish(option)}
    >
      {label}
    </div>
  );
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Collects typed letters into a word that ends after a pause. */
function useTypedPrefix(first: string): (letter: string) => string {
  const word = useRef<{ text: string; at: number }>(null);
  word.current ??= { text: first, at: performance.now() };
  return (letter) => {
    const now = performance.now();
    const { text = '', at = now } = word.current ?? {};
    word.current = { text: now - at > WORD_MS ? letter : text + letter, at: now };
    return word.current.text;
  };
}
