import { Text } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { QrCode } from '../../components/ui/qr-code.tsx';

interface ShowQrCodeDialogProps {
  url: string;
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** The link as a QR code (1§2 QR sub-modal). */
export function ShowQrCodeDialog({ url, title, opened, onClose }: ShowQrCodeDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="QR Code" size="sm">
      <QrCode url={url} title={title} />
      <Text size="sm" c="dimmed" ta="center" mt="md">
        Opens “{title}” on the phone that scans it.
      </Text>
    </GuardedModal>
  );
}
