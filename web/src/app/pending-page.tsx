import { useContext } from 'react';
import { LoadingRows } from '../components/ui/loaded.tsx';
import { PageHeaderSlot } from '../components/ui/page-header.tsx';
import styles from './pending-page.module.css';

/** Placeholder while a screen's code loads; before the shell exists, it fills the content area. */
export function PendingPage() {
  const isInShell = useContext(PageHeaderSlot) !== null;
  return (
    <div className={isInShell ? undefined : styles.outside}>
      <LoadingRows />
    </div>
  );
}
