import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { SheetEditorProps } from '../../../components/grid/sheet-types.ts';
import { agentLabels } from '../../../domain/agents/agent-names.ts';
import { displayText } from '../store/cell-text.ts';
import styles from './cell-editor.module.css';
import type { CellEditorProps } from './cell-editor-props.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** A closed list: arrows or the first letter choose, Enter or a click keeps. */
export function ChoiceEditor({ field, text, isTyped, change, finish }: CellEditorProps) {
  const options = field.kind === 'agent' ? [...agentLabels(), ''] : (field.options ?? []);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.focus(), []);
  const chosen = isTyped && !options.includes(text) ? startingWith(options, text) : text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the letter that opened the list
  useEffect(() => {
    if (chosen !== text) change(chosen);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next = step ? options[options.indexOf(chosen) + step] : startingWith(options, event.key, '');
    if (event.key === 'Enter' || event.key === 'Tab' || event.key === 'Escape' || next === undefined) return;
    if (next === '' && !step) return;
    event.preventDefault();
    change(next);
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
          label={displayText(field, option) || 'Nobody'}
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it hears the keys
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

function startingWith(options: readonly string[], letter: string, otherwise = options[0] ?? ''): string {
  const found = options.find((option) => option.toLowerCase().startsWith(letter.toLowerCase()));
  return letter.length === 1 && found ? found : otherwise;
}
