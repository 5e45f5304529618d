import { Button, Stack, Text } from '@mantine/core';
import { Dialog } from '../../components/ui/dialog.tsx';
import { ReauthenticationForm } from './reauthentication-form.tsx';

interface ReauthenticationDialogProps {
  opened: boolean;
  /** Whether the proof was given. */
  onEnd: (isProved: boolean) => void;
}

/** Over whatever is open: what was asked for goes on once it is proved, and nothing typed below is lost. */
export function ReauthenticationDialog({ opened, onEnd }: ReauthenticationDialogProps) {
  const cancel = () => onEnd(false);
  return (
    <Dialog
      opened={opened}
      onClose={cancel}
      title="Confirm that it is you"
      size="sm"
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <Text size="sm">This action needs a fresh confirmation. It continues as soon as you confirm.</Text>
        <ReauthenticationForm
          onProved={() => onEnd(true)}
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
