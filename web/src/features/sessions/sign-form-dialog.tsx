import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ErrorState } from '../../components/ui/error-state.tsx';
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
  useEffect(() => open(form.id), [open, form.id]);
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
        <SigningPage address={opening.data} title={form.title} />
      ) : opening.isError ? (
        <ErrorState
          title="The signing page could not be opened."
          message={opening.error.message}
          onRetry={() => open(form.id)}
        />
      ) : (
        <Skeleton className={styles.frame} />
      )}
    </Modal>
  );
}

/** Another provider's page may not be framed here; it gets a window, opened inside the click. */
function SigningPage({ address, title }: { address: string; title: string }) {
  const url = new URL(address, window.location.href);
  if (url.origin === window.location.origin)
    return <iframe className={styles.frame} src={url.toString()} title={`Signing page of ${title}`} />;
  return (
    <Stack align="center" p="xl">
      <Text size="sm">The signing page opens in a window of its own.</Text>
      <Button component="a" href={url.toString()} target="_blank" rel="noreferrer">
        Open the signing page
      </Button>
    </Stack>
  );
}

function isSigningComplete(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'signingComplete';
}
