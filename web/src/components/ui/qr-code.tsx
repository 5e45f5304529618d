import { QR_DELAY_MS, QR_FILE_NAME, QR_SIZE_PX } from '@ledgerline/contract/rules';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import styles from './qr-code.module.css';

interface QrCodeProps {
  /** Content of the code: a link. */
  url: string;
  /** Target of the link, for screen readers. */
  title: string;
  /** Display only: it is not a link and must not be saved as a file. */
  isSecret?: boolean;
}

/** A link as a QR code, black on white in every color scheme; offered for download once verified as readable. */
export function QrCode({ url, title, isSecret = false }: QrCodeProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const state = useCode(canvas, url);

  function download() {
    if (!canvas.current) return;
    const anchor = document.createElement('a');
    anchor.href = canvas.current.toDataURL('image/png');
    anchor.download = QR_FILE_NAME;
    anchor.click();
  }
  return (
    <Stack align="center" gap="sm">
      <div className={styles.frame} style={{ width: QR_SIZE_PX, height: QR_SIZE_PX }}>
        {state === 'drawing' && <Skeleton width={QR_SIZE_PX} height={QR_SIZE_PX} />}
        <canvas
          ref={canvas}
          className={styles.code}
          data-state={state}
          style={{ width: QR_SIZE_PX, height: QR_SIZE_PX }}
          role="img"
          aria-label={isSecret ? `QR code for ${title}` : `QR code of the link to ${title}`}
        />
      </div>
      {state === 'unreadable' && (
        <Text size="sm" c="red" role="alert" ta="center">
          The QR code could not be created. Please copy the {isSecret ? 'key' : 'link'} instead.
        </Text>
      )}
      {!isSecret && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
          disabled={state !== 'readable'}
        >
          Download QR Code
        </Button>
      )}
    </Stack>
  );
}

type CodeState = 'drawing' | 'readable' | 'unreadable';

function useCode(canvas: RefObject<HTMLCanvasElement | null>, url: string): CodeState {
  const [state, setState] = useState<CodeState>('drawing');
  useEffect(() => {
    let isGone = false;
    setState('drawing');
    const timer = setTimeout(() => void draw(), QR_DELAY_MS);
    async function draw() {
      try {
        const { drawReadableCode, loadLogo } = await import('./qr-drawing.ts');
        const logo = await loadLogo();
        if (isGone || !canvas.current) return;
        setState(drawReadableCode(canvas.current, url, logo) ? 'readable' : 'unreadable');
      } catch (error) {
        console.error('the QR code could not be created', error);
        if (!isGone) setState('unreadable');
      }
    }
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [canvas, url]);
  return state;
}
