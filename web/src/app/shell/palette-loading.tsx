import { IconSearch } from '@tabler/icons-react';
import styles from './palette.module.css';

/** Stands in for the palette while its code is on its way, with what is typed meanwhile. */
export function PaletteComing({ typed }: { typed: string }) {
  return (
    <div className={styles.coming} role="status">
      <div className={styles.comingBox}>
        <IconSearch size={18} aria-hidden />
        <span>{typed || 'Opening the search…'}</span>
      </div>
    </div>
  );
}
