import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '../imports.module.css';
import { DeleteImportDialog } from './delete-import-dialog.tsx';

/** Discards the import and returns to the list. */
export function DeleteImportButton({ batch }: { batch: Import }) {
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        className={styles.danger ?? ''}
        onClick={() => setConfirming(true)}
      >
        Discard
      </Button>
      <DeleteImportDialog
        batch={batch}
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onDeleted={() => void navigate({ to: '/crm/imports' })}
      />
    </>
  );
}
