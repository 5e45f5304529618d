import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { sendPasskey } from './use-reauthentication.ts';

/** Alternative method: a passkey, without password and code. */
export function PasskeyReauthentication({ onProved }: { onProved: () => void }) {
  const proving = useMutation({ mutationFn: sendPasskey, onSuccess: onProved });
  return (
    <>
      <FailureNote message={proving.error?.message} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={proving.isPending}
        onClick={() => proving.mutate()}
      >
        Use a passkey
      </Button>
    </>
  );
}
