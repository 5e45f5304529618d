import { IconSearch } from '@tabler/icons-react';
import styles from './palette.module.css';

/** Placeholder while the palette's code loads, with the text typed so far. */
export function PalettePlaceholder({ typed }: { typed: string }) {
  return (
    <div className={styles.coming} role="status">
      <div className={styles.comingBox}>
        <IconSearch size={18} aria-hidden />
        <span>{typed || 'Opening the search…'}</span>
      </div>
    </div>
  );
}
