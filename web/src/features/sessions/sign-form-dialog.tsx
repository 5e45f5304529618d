import { Modal, Skeleton, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { here, isOutside, leaveFor } from '../../lib/outside-address.ts';
import { refreshSession, useOpenEnvelope } from './api.ts';
import styles from './sign-form-dialog.module.css';

interface SignFormDialogProps {
  sessionId: number;
  form: { id: number; title: string };
  onClose: () => void;
}

/** The advisor signs in a frame; when the signing page says that it is done, the session loads anew. */
export function SignFormDialog({ sessionId, form, onClose }: SignFormDialogProps) {
  const queryClient = useQueryClient();
  const { mutate: open, ...opening } = useOpenEnvelope();
  const ask = useCallback(
    // Another host's page may not be framed; its address lasts minutes, so it is followed at once.
    () => open(form.id, { onSuccess: (url) => isOutside(url) && leaveFor(url) }),
    [open, form.id],
  );
  useEffect(ask, [ask]);
  const refresh = () => void refreshSession(queryClient, sessionId);
  function close() {
    // Signing may have been finished without the message having come.
    refresh();
    onClose();
  }
  useWindowEvent('message', (event: MessageEvent<unknown>) => {
    if (event.origin !== window.location.origin || !isSigningComplete(event.data)) return;
    refresh();
    onClose();
  });
  return (
    <Modal opened onClose={close} title={`Sign: ${form.title}`} size={1080} styles={{ body: { padding: 0 } }}>
      {opening.data ? (
        isOutside(opening.data) ? (
          <Text size="sm" p="xl" ta="center" role="status">
            The signing page of the e-signature provider is opening…
          </Text>
        ) : (
          <iframe
            className={styles.frame}
            src={new URL(here(opening.data), window.location.href).href}
            title={`Signing page of ${form.title}`}
          />
        )
      ) : opening.isError ? (
        <ErrorState
          title="The signing page could not be opened."
          message={opening.error.message}
          onRetry={ask}
        />
      ) : (
        <Skeleton className={styles.frame} />
      )}
    </Modal>
  );
}

function isSigningComplete(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'signingComplete';
}
