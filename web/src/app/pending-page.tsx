import { useContext } from 'react';
import { LoadingRows } from '../components/ui/loading-rows.tsx';
import { PageHeaderSlot } from '../components/ui/page-header-slot.ts';
import styles from './pending-page.module.css';

/** Stands in while a screen's code is on its way; before the shell is there, where its content will be. */
export function PendingPage() {
  const isInShell = useContext(PageHeaderSlot) !== null;
  return (
    <div className={isInShell ? undefined : styles.outside}>
      <LoadingRows />
    </div>
  );
}
