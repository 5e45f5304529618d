import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { notifySuccess } from './notify.ts';

interface DeleteDialogProps {
  /** The object to delete; undefined keeps the dialog closed. */
  id: number | undefined;
  title: string;
  question: ReactNode;
  deletion: UseMutationResult<unknown, Error, number>;
  deletedText: string;
  /** Shown in the open dialog, where deleting can be retried. */
  failedText: string;
  /** Log message for the error. */
  logText: string;
  onClose: () => void;
}

/** Confirms and deletes; closes on success and shows an error on failure. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { id, title, question, deletion, deletedText, failedText, logText, onClose } = props;
  function close() {
    deletion.reset();
    onClose();
  }
  function confirm() {
    if (id === undefined) return;
    deletion.mutate(id, {
      onSuccess: () => {
        notifySuccess(deletedText);
        close();
      },
      onError: (error) => console.error(logText, error),
    });
  }
  return (
    <ConfirmDialog
      opened={id !== undefined}
      title={title}
      message={question}
      failure={deletion.isError ? failedText : null}
      confirmLabel="Delete"
      danger
      busy={deletion.isPending}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
