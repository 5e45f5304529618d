import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './danger-action.module.css';

interface DangerActionProps {
  label: string;
  /** Confirms before running. */
  children: (dialog: { opened: boolean; onClose: () => void }) => ReactNode;
}

/** At the bottom of a page: deletes the page's object. */
export function DangerAction({ label, children }: DangerActionProps) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <div className={styles.action}>
      <Button
        variant="subtle"
        color="red"
        className="danger"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={dialog.open}
      >
        {label}
      </Button>
      {children({ opened, onClose: dialog.close })}
    </div>
  );
}
