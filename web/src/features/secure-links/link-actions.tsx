import { Button, Text } from '@mantine/core';
import { IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { QrCode } from '../../components/ui/qr-code.tsx';
import { LinkAddress } from '../../domain/links/link-address.tsx';
import { useLinkActions } from '../../domain/links/use-link-actions.ts';

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

interface ShowQrCodeDialogProps {
  url: string;
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** The link as a QR code (1§2 QR sub-modal). */
function ShowQrCodeDialog({ url, title, opened, onClose }: ShowQrCodeDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="QR Code" size="sm">
      <QrCode url={url} title={title} />
      <Text size="sm" c="dimmed" ta="center" mt="md">
        Opens “{title}” on the phone that scans it.
      </Text>
    </GuardedModal>
  );
}
