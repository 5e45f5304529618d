import { Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { RichTextInput } from '../../../components/ui/rich-text-input.tsx';
import styles from './cell-editor.module.css';
import type { CellEditorProps } from './cell-editor-props.ts';

/** A larger editor for formatted notes. Unedited markup is preserved. */
export function NoteEditor({ field, text, change, finish }: CellEditorProps) {
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
