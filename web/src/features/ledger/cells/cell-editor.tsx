import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { Text } from '@mantine/core';
import { type KeyboardEvent, useCallback, useLayoutEffect, useState } from 'react';
import type { SheetEditorProps } from '../../../components/grid/sheet-types.ts';
import { RichTextInput } from '../../../components/ui/rich-text-input.tsx';
import { cellKey } from '../../../domain/clients/conflicts.ts';
import { editText, richText } from '../store/cell-text.ts';
import { useLedgerScope } from '../use-ledger-scope.ts';
import styles from './cell-editor.module.css';
import type { CellEditorProps } from './cell-editor-props.ts';
import { ChoiceEditor } from './choice-editor.tsx';
import { SecretEditor } from './secret-editor.tsx';
import { TextEditor } from './text-editor.tsx';

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
