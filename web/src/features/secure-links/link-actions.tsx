import { Button } from '@mantine/core';
import { IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { LinkAddress } from '../../domain/links/link-address.tsx';
import { useLinkActions } from '../../domain/links/use-link-actions.ts';
import { ShowQrCodeDialog } from './show-qr-code-dialog.tsx';

interface LinkActionsProps {
  /** null while the link is being created. */
  url: string | null;
  title: string;
  isQrOpen: boolean;
  onQr: (isOpen: boolean) => void;
}

/** The URL with Copy Link, Get QR Code and View Form. */
export function LinkActions({ url, title, isQrOpen, onQr }: LinkActionsProps) {
  const actions = useLinkActions(url);
  return (
    <>
      <LinkAddress url={url} actions={actions}>
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden />}
          onClick={() => (url ? onQr(true) : actions.showNotReady())}
        >
          Get QR Code
        </Button>
        <Button
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
          onClick={() => actions.view()}
        >
          View Form
        </Button>
      </LinkAddress>
      {url && <ShowQrCodeDialog url={url} title={title} opened={isQrOpen} onClose={() => onQr(false)} />}
    </>
  );
}
