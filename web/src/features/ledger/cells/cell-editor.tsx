import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SheetEditorProps } from '../../../components/grid/sheet-types.ts';
import { notifyError } from '../../../components/ui/notify.ts';
import { RichTextInput } from '../../../components/ui/rich-text-input.tsx';
import { cellKey } from '../../../domain/clients/conflicts.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { RevealCancelled } from '../../../lib/reveal-reason.ts';
import { revealSecret } from '../api.ts';
import { editText, richText } from '../store/cell-text.ts';
import { useLedgerScope } from '../use-ledger-scope.ts';
import styles from './cell-editor.module.css';
import type { CellEditorProps } from './cell-editor-props.ts';
import { ChoiceEditor } from './choice-editor.tsx';
import { stopComposedKeys, TextEditor, useCellInput } from './text-editor.tsx';

/** The cell editor for a field's type. */
export function CellEditor({ col, typed, onChange, finish }: SheetEditorProps) {
  const { session, fields } = useLedgerScope();
  const field = fields[col];
  const [key] = useState(() => session.state.openedKey);
  if (!field || key === undefined) return null;
  return <OpenEditor key={`${key}:${field.name}`} {...{ field, rowKey: key, typed, onChange, finish }} />;
}

interface OpenEditorProps extends Pick<SheetEditorProps, 'typed' | 'onChange' | 'finish'> {
  field: CatalogField;
  rowKey: number;
}

function OpenEditor({ field, rowKey, typed, onChange, finish }: OpenEditorProps) {
  const { session } = useLedgerScope();
  const { state } = session;
  const [start] = useState(() => {
    const failed = state.failed.get(cellKey(rowKey, field.name));
    return failed?.typed ?? editText(field, state.value(rowKey, field.name));
  });
  const [text, setText] = useState(typed === undefined ? start : firstText(field, typed));
  const change = useCallback(
    (next: string) => {
      setText(next);
      onChange(next);
      state.type(next !== start);
    },
    [onChange, start, state],
  );
  useLayoutEffect(() => {
    state.editing = { key: rowKey, field: field.name, seen: state.seen(rowKey, field.name) };
    return () => {
      state.editing = null;
    };
  }, [state, rowKey, field]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the character that opened the editor
  useLayoutEffect(() => {
    if (typed !== undefined) change(text);
    return () => state.type(false);
  }, []);
  const Editor = EDITORS[field.kind] ?? TextEditor;
  return <Editor {...{ field, rowKey, text, start, isTyped: typed !== undefined, change, finish }} />;
}

function firstText(field: CatalogField, typed: string): string {
  return field.kind === 'richtext' ? richText(typed) : typed;
}

const EDITORS: Partial<Record<CatalogField['kind'], typeof TextEditor>> = {
  enum: ChoiceEditor,
  agent: ChoiceEditor,
  richtext: NoteEditor,
  secret: SecretEditor,
};

/** A larger editor for formatted notes. Unedited markup is preserved. */
function NoteEditor({ field, text, change, finish }: CellEditorProps) {
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    finish(text, [0, 1]);
  };
  return (
    <div className={styles.note} onKeyDownCapture={onKeyDownCapture}>
      <RichTextInput label={field.label} value={text} onChange={change} autoFocus minHeight={110} />
      <Text size="xs" c="dimmed" mt={4}>
        Enter saves the note, Shift+Enter starts a new line, Esc cancels
      </Text>
    </div>
  );
}

/** A revealed value hides again after this time. */
const SHOWN_MS = 30_000;

/**
 * A secret shows its mask until it is retyped or revealed; reveals are logged (decisions D13). An unedited value,
 * masked or revealed, is not saved.
 */
function SecretEditor({ field, rowKey, text, isTyped, change }: CellEditorProps) {
  const input = useCellInput(isTyped);
  const [mask] = useState(text);
  const secret = useReveal(rowKey, field.name, () => input.current?.focus());
  const isShown = secret.value !== null && text === mask;
  const hasValue = rowKey > 0 && mask !== '' && !isTyped;
  const onKeyDown = (event: KeyboardEvent) => {
    stopComposedKeys(event);
    if (!event.altKey || event.code !== 'KeyR' || !hasValue) return;
    event.preventDefault();
    void secret.reveal();
  };
  return (
    <div className={styles.secret}>
      <input
        ref={input}
        className={styles.input}
        aria-label={field.label}
        autoComplete="off"
        spellCheck={false}
        value={isShown ? (secret.value ?? '') : text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {hasValue && text === mask && !isShown && (
        <Tooltip label="Reveal (Alt+R)" openDelay={200}>
          <ActionIcon
            size="sm"
            aria-label={`Reveal ${field.label}`}
            loading={secret.isLoading}
            onClick={() => void secret.reveal()}
          >
            <IconEye size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

function useReveal(id: number, field: CellEditorProps['field']['name'], onDone: () => void) {
  const [value, setValue] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const reveal = async () => {
    setLoading(true);
    try {
      setValue(await revealSecret(id, field));
      timer.current = setTimeout(() => setValue(null), SHOWN_MS);
      onDone();
    } catch (error) {
      if (!(error instanceof RevealCancelled)) notifyError(messageOf(error));
    } finally {
      setLoading(false);
    }
  };
  return { value, isLoading, reveal };
}
