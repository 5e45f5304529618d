import { COPIED_MS } from '@ledgerline/contract/rules';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { notifyError } from './notify.ts';

interface CopyButtonProps {
  value: string;
  /** Name of the copied value, for the button's label: "Copy email". */
  label?: string;
  /** A small icon next to a value, or a button with a label. */
  compact?: boolean;
  /** Callers that show the result themselves use the clipboard API directly. */
  clipboard?: ReturnType<typeof useClipboard>;
}

export const COPY_FAILED = 'Failed to copy to clipboard';

/** Copies a text and confirms in the button: "Copied!" for 2 s. */
export function CopyButton({ value, label = 'Copy', compact = false, clipboard: provided }: CopyButtonProps) {
  const own = useClipboard({ timeout: COPIED_MS });
  const clipboard = provided ?? own;
  const text = clipboard.copied ? 'Copied!' : label;
  const icon = clipboard.copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />;
  const copy = () => void clipboard.copy(value);
  if (!compact)
    return (
      <Button variant="default" leftSection={icon} onClick={copy} aria-live="polite">
        {text}
      </Button>
    );
  return (
    <Tooltip label={text} {...(clipboard.copied ? { opened: true } : {})}>
      <ActionIcon size="sm" onClick={copy} aria-label={text}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

interface CopyValueProps {
  value: string;
  /** Name of the copied value: 'phone'. */
  what: string;
}

/** Copies the value shown next to it; where the browser denies access, a toast explains what to do. */
export function CopyValue({ value, what }: CopyValueProps) {
  const clipboard = useClipboard({ timeout: COPIED_MS });
  const { error } = clipboard;
  useEffect(() => {
    if (error) notifyError('Select the text and copy it manually.', COPY_FAILED);
  }, [error]);
  return <CopyButton compact clipboard={clipboard} value={value} label={`Copy ${what}`} />;
}
