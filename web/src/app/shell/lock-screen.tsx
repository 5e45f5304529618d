import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../components/ui/dialog.tsx';
import { ReauthenticationForm } from '../../domain/reauthentication/reauthentication-form.tsx';
import { storeActivity } from '../../lib/activity.ts';
import { setLocked } from '../../lib/lock.ts';
import { useStoredName } from '../../lib/sign-in.ts';
import styles from './lock-screen.module.css';
import { useSignOut } from './use-sign-out.ts';

/** Covers the open screen and dialogs, which keep their state. */
export function LockScreen() {
  const queryClient = useQueryClient();
  const name = useStoredName();
  const signOut = useSignOut();
  function open() {
    storeActivity(Date.now());
    setLocked(false);
    void queryClient.invalidateQueries();
  }
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title="Locked"
      fullScreen
      withCloseButton={false}
      closeOnEscape={false}
      isLock
    >
      <div className={styles.column} data-lock-screen>
        <Stack gap="sm">
          <Text size="sm">
            Locked after inactivity. Confirm that you are {name} to continue where you left off.
          </Text>
          <ReauthenticationForm
            confirm="Unlock"
            onReauthenticated={open}
            beside={
              <Button variant="subtle" onClick={signOut}>
                Use Another Account
              </Button>
            }
          />
        </Stack>
      </div>
    </Dialog>
  );
}
