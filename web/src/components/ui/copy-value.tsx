import { COPIED_MS } from '@ledgerline/contract/rules';
import { useClipboard } from '@mantine/hooks';
import { useEffect } from 'react';
import { COPY_FAILED, CopyButton } from './copy-button.tsx';
import { notifyError } from './notify.ts';

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
    if (error) notifyError(`Select the ${what} and copy it manually.`, COPY_FAILED);
  }, [error, what]);
  return <CopyButton compact clipboard={clipboard} value={value} label={`Copy ${what}`} />;
}
