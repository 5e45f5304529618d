import { formNameText } from '@ledgerline/contract/submissions/form-names';
import { Skeleton, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ErrorState } from '../../../components/ui/loaded.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { ResultDialog } from '../../../components/ui/result-dialog.tsx';
import { here, isOutside, leaveFor } from '../../../lib/external-url.ts';
import { type SigningMessage, signingMessage } from '../../../lib/signing-events.ts';
import { refreshSession, useOpenEnvelope } from '../api.ts';
import styles from './sign-form-dialog.module.css';

interface SignFormDialogProps {
  /** null for a form outside of a session. */
  sessionId: number | null;
  form: Parameters<typeof formNameText>[0] & { id: number };
  onClose: () => void;
  /** Replaces the signing page after signing; without it, the dialog closes. */
  afterSigning?: ReactNode;
}

/**
 * The advisor signs in a frame; when the signing page reports completion the session refetches, and incomplete
 * signing is reported.
 */
export function SignFormDialog({ sessionId, form, onClose, afterSigning }: SignFormDialogProps) {
  const queryClient = useQueryClient();
  const { mutate: open, ...opening } = useOpenEnvelope();
  /** Stays mounted during a retry, and keeps the focus on its button. */
  const [failure, setFailure] = useState<Error | null>(null);
  const [signedId, setSignedId] = useState<number | null>(null);
  const isSigned = signedId === form.id && afterSigning !== undefined;
  const request = useCallback(
    // A page of another host may not be framed; its URL is valid for minutes only, so navigate immediately.
    () => open(form.id, { onSuccess: (url) => isOutside(url) && leaveFor(url), onError: setFailure }),
    [open, form.id],
  );
  useEffect(request, [request]);
  const [message, setMessage] = useState<SigningMessage | null>(null);
  const refresh = () => void refreshSession(queryClient, sessionId ?? undefined);
  function close() {
    // Signing may have completed without its message arriving.
    refresh();
    onClose();
  }
  useWindowEvent('message', (event: MessageEvent<unknown>) => {
    if (event.origin !== window.location.origin || !isSigningComplete(event.data)) return;
    refresh();
    const received = signingMessage(typeof event.data.event === 'string' ? event.data.event : null);
    if (!received.isSigned) return setMessage(received);
    if (afterSigning !== undefined) return setSignedId(form.id);
    notifySuccess(received.message);
    onClose();
  });
  if (message) return <ResultDialog result={{ type: 'warning', ...message }} onClose={onClose} />;
  return (
    <Dialog
      opened
      onClose={close}
      title={`${isSigned ? 'Signed' : 'Sign'}: ${formNameText(form)}`}
      size={1080}
      classNames={{ body: styles.body ?? '' }}
    >
      {isSigned ? (
        <div className={styles.frame}>{afterSigning}</div>
      ) : opening.data ? (
        isOutside(opening.data) ? (
          <Text size="sm" p="xl" ta="center" role="status">
            Opening the signing page…
          </Text>
        ) : (
          <iframe
            className={styles.frame}
            src={new URL(here(opening.data), window.location.href).href}
            title={`Signing page of ${formNameText(form)}`}
          />
        )
      ) : failure ? (
        <ErrorState
          title="The signing page could not be opened."
          message={failure.message}
          onRetry={request}
          isRetrying={opening.isPending}
        />
      ) : (
        <Skeleton className={styles.frame} />
      )}
    </Dialog>
  );
}

function isSigningComplete(data: unknown): data is { event?: unknown } {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'signingComplete';
}
