import { Dialog } from '../../../components/ui/dialog.tsx';
import styles from './signing-frame.module.css';

interface SigningFrameProps {
  /** null keeps it closed. */
  url: string | null;
  title: string;
  onClose: () => void;
}

/** The signing page inside the portal; it reports completion with a window message (1§7). */
export function SigningFrame({ url, title, onClose }: SigningFrameProps) {
  return (
    <Dialog
      opened={url !== null}
      onClose={onClose}
      title={`Sign: ${title}`}
      fullScreen
      classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
    >
      {url !== null && <iframe src={url} title={`Signing ${title}`} className={styles.frame} />}
    </Dialog>
  );
}
