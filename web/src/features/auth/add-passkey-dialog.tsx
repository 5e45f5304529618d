import { Text, TextInput } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useAddPasskey } from './api.ts';

interface AddPasskeyDialogProps {
  /** Recovery codes issued with the first two-factor method. */
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

export function AddPasskeyDialog(props: AddPasskeyDialogProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Add a Passkey" size="sm">
      <PasskeyForm {...props} />
    </GuardedModal>
  );
}

function PasskeyForm({ onCodes, onClose }: AddPasskeyDialogProps) {
  const add = useAddPasskey();
  const editing = useEditing({
    start: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' && 'Please enter a name.' }),
    send: ({ name }) => add.mutateAsync(name.trim()),
    successMessage: 'Passkey added.',
    onDone: ({ recovery_codes }) => {
      if (recovery_codes) onCodes(recovery_codes);
      onClose();
    },
    logText: 'the passkey could not be added',
  });
  return (
    <DialogForm editing={editing} save="Continue">
      <Text size="sm">
        Your device, password manager or security key stores the passkey and asks for your fingerprint, face
        or PIN. You can use it to sign in without a password.
      </Text>
      <TextInput
        label="Name"
        description="A name to recognize it by, such as Work laptop."
        maxLength={60}
        data-autofocus
        {...editing.form.getInputProps('name')}
      />
    </DialogForm>
  );
}
