import type { CSSProperties } from 'react';
import styles from './initials-avatar.module.css';

interface InitialsAvatarProps {
  /** Neighboring records get different colors, each record always the same. */
  id: number;
  initials: string;
  isLarge?: boolean;
}

/** Initials in the record's own color; decorative, because the name is next to it. */
export function InitialsAvatar({ id, initials, isLarge }: InitialsAvatarProps) {
  const style: CSSProperties & { '--hue': number } = { '--hue': (id * 137) % 360 };
  return (
    <span className={styles.avatar} data-large={isLarge || undefined} style={style} aria-hidden>
      {initials}
    </span>
  );
}

/** The first letters of the names, 'ML'; '?' without any. */
export function initialsOf(...names: readonly string[]): string {
  const letters = names.map((name) => [...name.trim()][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}
