import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { useLinkActions } from '../../domain/links/use-link-actions.ts';
import { ShowQrCodeDialog } from './show-qr-code-dialog.tsx';

interface LinkActionsProps {
  /** null while the link is being made. */
  url: string | null;
  title: string;
  isQrOpen: boolean;
  onQr: (isOpen: boolean) => void;
}

/** The address with Copy Link, Get QR Code and View Form. */
export function LinkActions({ url, title, isQrOpen, onQr }: LinkActionsProps) {
  const { message, isCopied, copy, view, sayNotReady } = useLinkActions(url);
  return (
    <>
      <TextInput
        aria-label="Link address"
        value={url ?? ''}
        placeholder="Making the link…"
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <Button
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
          miw={128}
          data-autofocus
        >
          {isCopied ? 'Copied!' : 'Copy Link'}
        </Button>
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden />}
          onClick={() => (url ? onQr(true) : sayNotReady())}
        >
          Get QR Code
        </Button>
        <Button
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
          onClick={() => view()}
        >
          View Form
        </Button>
      </Group>
      <div aria-live="polite">
        {message && (
          <Text size="sm" {...(message.isBad ? { c: 'red', role: 'alert' } : { c: 'dimmed' })}>
            {message.text}
          </Text>
        )}
      </div>
      {url && <ShowQrCodeDialog url={url} title={title} opened={isQrOpen} onClose={() => onQr(false)} />}
    </>
  );
}
