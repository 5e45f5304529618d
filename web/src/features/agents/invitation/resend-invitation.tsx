import { Button, type ButtonProps } from '@mantine/core';
import { notifySuccess } from '../../../components/ui/notify.ts';
import type { useSendInvitation } from '../api.ts';

interface ResendInvitationProps extends Pick<ButtonProps, 'size' | 'variant'> {
  send: ReturnType<typeof useSendInvitation>;
  /** In a list: an accessible label that names the agent. */
  label?: string;
  /** Where the failure is not shown beside the button. */
  onError?: (error: Error) => void;
}

export function ResendInvitation({ send, label, onError, ...button }: ResendInvitationProps) {
  return (
    <Button
      {...button}
      {...(label ? { 'aria-label': label } : {})}
      loading={send.isPending}
      onClick={() =>
        send.mutate(undefined, {
          onSuccess: () => notifySuccess('The invitation is being sent.'),
          ...(onError ? { onError } : {}),
        })
      }
    >
      Resend Invitation
    </Button>
  );
}
