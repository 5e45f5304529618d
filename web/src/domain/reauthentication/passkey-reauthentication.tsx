import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { sendPasskey } from './use-reauthentication.ts';

/** Alternative method: a passkey, without password and code. */
export function PasskeyReauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
  const reauthentication = useMutation({ mutationFn: sendPasskey, onSuccess: onReauthenticated });
  return (
    <>
      <FailureNote message={reauthentication.error?.message} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={reauthentication.isPending}
        onClick={() => reauthentication.mutate()}
      >
        Use a passkey
      </Button>
    </>
  );
}
