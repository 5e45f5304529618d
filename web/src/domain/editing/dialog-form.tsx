import { Alert, Button, Group, Stack } from '@mantine/core';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { useDialogGuard } from '../../components/ui/guarded-modal.tsx';
import type { EditingState } from './use-editing.ts';

interface DialogFormProps extends Omit<FormButtonsProps, 'isSaving' | 'onCancel'> {
  editing: EditingState;
  gap?: 'sm' | 'md';
  /** Replaces the default error message. */
  alert?: ReactNode;
  children: ReactNode;
}

/** The guard of unsaved changes when the form is part of a page (form-on-page.tsx); null in a dialog. */
export const PageGuard = createContext<ComponentType<{ isDirty: boolean }> | null>(null);

/** The form in a dialog: fields, save error, Cancel and Save. Confirms before discarding changes. */
export function DialogForm({ editing, gap = 'sm', alert, children, ...buttons }: DialogFormProps) {
  const leave = useDialogGuard(editing.hasChanges);
  const OnPage = useContext(PageGuard);
  return (
    <form noValidate onSubmit={editing.submit}>
      <Stack gap={gap}>
        {children}
        {alert ?? (editing.failure && <Alert color="red">{editing.failure}</Alert>)}
        <FormButtons {...buttons} isSaving={editing.isSaving} onCancel={OnPage ? undefined : leave} />
        {OnPage && <OnPage isDirty={editing.isDirty} />}
      </Stack>
    </form>
  );
}

interface FormButtonsProps {
  save: string;
  isSaving: boolean;
  onCancel: (() => void) | undefined;
  color?: 'red';
  disabled?: boolean;
  /** Focuses the submit button when the dialog opens: for a form without fields. */
  'data-autofocus'?: boolean;
  mt?: 'xs';
}

/** Cancel and the submit button. */
export function FormButtons({ save, isSaving, onCancel, mt, ...button }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs" {...(mt ? { mt } : {})}>
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={isSaving}>
          Cancel
        </Button>
      )}
      <Button {...button} type="submit" loading={isSaving}>
        {save}
      </Button>
    </Group>
  );
}
