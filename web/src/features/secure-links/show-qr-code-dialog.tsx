import { QR_DELAY_MS, QR_FILE_NAME, QR_MARGIN, QR_SIZE_PX } from '@ledgerline/contract/rules';
import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { QRCodeCanvas } from 'qrcode.react';
import { useEffect, useRef, useState } from 'react';

interface ShowQrCodeDialogProps {
  url: string;
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** Small enough that the code, at the highest level of correction, still scans (decisions I15). */
const LOGO = { src: '/assets/mark.svg', width: 36, height: 36, excavate: true };

/** The link as a code to be photographed, black on white in every colour scheme. */
export function ShowQrCodeDialog({ url, title, opened, onClose }: ShowQrCodeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="QR Code" size="sm">
      <QrCode url={url} title={title} />
    </Modal>
  );
}

function QrCode({ url, title }: { url: string; title: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), QR_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  function download() {
    if (!canvas.current) return;
    const anchor = document.createElement('a');
    anchor.href = canvas.current.toDataURL('image/png');
    anchor.download = QR_FILE_NAME;
    anchor.click();
  }
  return (
    <Stack align="center" gap="md">
      {isDue ? (
        <QRCodeCanvas
          ref={canvas}
          value={url}
          size={QR_SIZE_PX}
          marginSize={QR_MARGIN}
          level="H"
          imageSettings={LOGO}
          role="img"
          aria-label={`QR code of the link to ${title}`}
        />
      ) : (
        <Skeleton width={QR_SIZE_PX} height={QR_SIZE_PX} />
      )}
      <Text size="sm" c="dimmed" ta="center">
        Opens “{title}” on the phone that scans it.
      </Text>
      <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={download} disabled={!isDue}>
        Download QR Code
      </Button>
    </Stack>
  );
}
