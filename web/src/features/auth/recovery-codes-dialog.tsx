import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { saveFile } from '../../domain/downloads.ts';
import { useBrand } from '../../lib/public-settings.ts';
import styles from './recovery-codes.module.css';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shown once. Closes only after the agent confirms saving the codes. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isSaved, setSaved] = useState(false);
  const brand = useBrand();
  const text = `${codes.join('\n')}\n`;
  const download = () => saveFile(new Blob([text], { type: 'text/plain' }), `${brand} recovery codes.txt`);
  const leave = () => isSaved && onClose();
  return (
    <Dialog
      opened
      onClose={leave}
      title="Your recovery codes"
      size="sm"
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <Text size="sm">
          Use one of these codes to sign in without your phone or passkey. Each code works once. They are
          shown only now, so store them in a safe place.
        </Text>
        <ul className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyButton value={text} label="Copy" />
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            Download
          </Button>
        </Group>
        <Checkbox
          label="I saved these codes"
          checked={isSaved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button onClick={leave} disabled={!isSaved}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
