import type { EmailState } from '@ledgerline/contract/agents/emails/endpoints';
import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { momentText } from '../../../domain/days.ts';
import { EmailOffNote } from '../../../domain/email/email-off-note.tsx';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { useCancelEmailChange, useConfirmEmail, useEmailState, useSendEmailLink } from '../api.ts';

type Change = NonNullable<EmailState['link']>;

function changeText({ email, state, email_status, sent_at, expires_at }: Change, canEmail: boolean): string {
  if (canEmail && email_status === 'queued')
    return `The confirmation link to ${email} has not been sent yet. The portal keeps trying.`;
  if (canEmail && email_status === 'failed') return `The confirmation link to ${email} was not sent.`;
  if (!canEmail) return `${email} is waiting for an owner to confirm it.`;
  return state === 'open'
    ? `A confirmation link was sent to ${email} on ${momentText(sent_at)}. It expires ${momentText(expires_at)}.`
    : `The confirmation link sent to ${email} has expired.`;
}

/** Shown above an agent's form while an email change is unconfirmed or single sign-on cannot use the address. */
export function EmailNote({ agentId, canEdit }: { agentId: number; canEdit: boolean }) {
  const { data: state } = useEmailState(agentId);
  const { sso } = usePublicSettings();
  if (!state) return null;
  const change = state.link?.is_change ? state.link : null;
  const needsConfirmation = state.confirmed_at === null && sso !== undefined;
  if (!change && !needsConfirmation) return null;
  return (
    <Alert
      color="gray"
      variant="light"
      mb="md"
      p="xs"
      title={change ? 'New email address not confirmed yet' : 'Email address not confirmed'}
    >
      <Stack gap="xs">
        <Text size="sm">
          {change
            ? `${changeText(change, state.can_email_links)} The address below stays in use until then.`
            : `${sso?.name} can sign in an agent only with a confirmed email address.`}
        </Text>
        <EmailOffNote>{EMAIL_NOT_CONNECTED}</EmailOffNote>
        {canEdit && <EmailActions agentId={agentId} state={state} />}
      </Stack>
    </Alert>
  );
}

function EmailActions({ agentId, state }: { agentId: number; state: EmailState }) {
  const send = useSendEmailLink(agentId);
  const cancel = useCancelEmailChange(agentId);
  const confirm = useConfirmEmail(agentId);
  const onSuccess = ({ message }: { message?: string | undefined }) => message && notifySuccess(message);
  const isBusy = send.isPending || cancel.isPending || confirm.isPending;
  return (
    <>
      <FailureNote message={(send.error ?? cancel.error ?? confirm.error)?.message} />
      <Group gap="xs">
        {state.can_email_links && (
          <Button
            size="xs"
            variant="default"
            loading={send.isPending}
            disabled={isBusy}
            onClick={() => send.mutate(undefined, { onSuccess })}
          >
            {state.link ? 'Send Link Again' : 'Send Confirmation Link'}
          </Button>
        )}
        {state.can_confirm && (
          <Button
            size="xs"
            variant="default"
            loading={confirm.isPending}
            disabled={isBusy}
            onClick={() => confirm.mutate(undefined, { onSuccess })}
          >
            Confirm Without Link
          </Button>
        )}
        {state.link?.is_change && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={cancel.isPending}
            disabled={isBusy}
            onClick={() => cancel.mutate(undefined, { onSuccess })}
          >
            Cancel Change
          </Button>
        )}
      </Group>
    </>
  );
}
