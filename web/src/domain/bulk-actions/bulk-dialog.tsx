import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showActionToast } from '../../components/ui/action-toast.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { AddTaskForm } from './add-task-form.tsx';
import type { FormProps } from './bulk-forms.ts';
import { OperationView } from './operation-view.tsx';
import { plainForm } from './plain-form.tsx';
import { SendSessionForm } from './send-session-form.tsx';
import { SetFieldForm } from './set-field-form.tsx';

interface BulkDialogProps extends Omit<FormProps, 'onPrepared'> {
  /** The selection is no longer needed. */
  onDone: () => void;
  onClose: () => void;
}

const FORMS = {
  set_field: SetFieldForm,
  add_task: AddTaskForm,
  send_session: SendSessionForm,
  send_reminder: plainForm('send_reminder'),
  send_invoice: plainForm('send_invoice'),
  void_invoice: plainForm('void_invoice'),
};

/** Choose, preview, run: closing it does not end an action that runs. */
export function BulkDialog({ onDone, onClose, ...form }: BulkDialogProps) {
  const [id, setId] = useState<number | null>(null);
  const [isStarted, setStarted] = useState(false);
  const navigate = useNavigate();
  function close() {
    onClose();
    if (isStarted) onDone();
  }
  function leaveRunning(operationId: number) {
    close();
    const toast = showActionToast({
      message: 'The action continues in the background.',
      button: 'View Progress',
      onAction: () => {
        notifications.hide(toast);
        void navigate({
          to: '/crm/bulk-actions/$operationId',
          params: { operationId: String(operationId) },
        });
      },
    });
  }
  const Form = FORMS[form.form.kind];
  return (
    <GuardedModal opened onClose={close} title={form.form.label} size="lg">
      {id === null ? (
        <Form {...form} onPrepared={setId} />
      ) : (
        <OperationView
          id={id}
          onBack={() => setId(null)}
          onStarted={() => setStarted(true)}
          onLeave={() => leaveRunning(id)}
          onClose={close}
        />
      )}
    </GuardedModal>
  );
}
