import { Button, Stack, Text } from '@mantine/core';
import { Dialog } from '../../components/ui/dialog.tsx';
import { ReauthenticationForm } from './reauthentication-form.tsx';

interface ReauthenticationDialogProps {
  opened: boolean;
  /** Whether re-authentication succeeded. */
  onEnd: (isReauthenticated: boolean) => void;
}

/** Opens over any dialog: the rejected request resumes on success, and input in the dialogs below is kept. */
export function ReauthenticationDialog({ opened, onEnd }: ReauthenticationDialogProps) {
  const cancel = () => onEnd(false);
  return (
    <Dialog
      opened={opened}
      onClose={cancel}
      title="Confirm your identity"
      size="sm"
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <Text size="sm">Confirm your identity. The action then continues.</Text>
        <ReauthenticationForm
          onReauthenticated={() => onEnd(true)}
          beside={
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
          }
        />
      </Stack>
    </Dialog>
  );
}
