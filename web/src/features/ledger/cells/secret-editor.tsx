import { ActionIcon, Tooltip } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { notifyError } from '../../../components/ui/notify.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { RevealCancelled } from '../../../lib/reveal-reason.ts';
import { revealSecret } from '../api.ts';
import styles from './cell-editor.module.css';
import type { CellEditorProps } from './cell-editor-props.ts';
import { stopComposedKeys, useCellInput } from './text-editor.tsx';

/** A revealed value hides again after this time. */
const SHOWN_MS = 30_000;

/**
 * A secret shows its mask until it is retyped or revealed; reveals are logged (decisions D13). An unedited value,
 * masked or revealed, is not saved.
 */
export function SecretEditor({ field, rowKey, text, isTyped, change }: CellEditorProps) {
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
