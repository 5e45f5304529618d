import { checkEmailLink, confirmEmailByLink } from '@ledgerline/contract/agents/emails/endpoints';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { ButtonLink } from '../../components/ui/link.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { openApi } from '../../lib/api.ts';
import { hasErrorCode } from '../../lib/api-error.ts';
import { AuthCard } from './auth-card.tsx';

/** Target of a confirmation link. Opening it changes nothing because email scanners open links too. The button confirms. */
export function ConfirmEmailPage() {
  const { hash: token } = useLocation();
  const link = useQuery({
    queryKey: ['email-link', token],
    queryFn: ({ signal }) => openApi(checkEmailLink, { body: { token }, signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const confirm = useMutation({ mutationFn: () => openApi(confirmEmailByLink, { body: { token } }) });
  const isInvalid =
    token === '' ||
    hasErrorCode(link.error, 'invalid_link', 'validation_failed') ||
    hasErrorCode(confirm.error, 'invalid_link');
  if (confirm.isSuccess) return <Confirmed message={confirm.data.message} />;
  return (
    <AuthCard title="Confirm your email address">
      {isInvalid ? (
        <Stack gap="sm">
          <Alert color="yellow" role="alert" p="xs">
            This link is no longer valid: it was used, replaced, cancelled, or has expired. Request a new one
            on your account page.
          </Alert>
          <ContinueLink />
        </Stack>
      ) : (
        <Loaded
          query={link}
          failed="Couldn’t check the link."
          loading={<Skeleton height={120} role="status" aria-label="Checking the link" />}
          isInCard
        >
          {({ email, username, is_change }) => (
            <Stack gap="sm">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {is_change
                  ? `${email} becomes the email address of the account “${username}”.`
                  : `${email} is the email address of the account “${username}”.`}
              </Text>
              <FailureNote message={confirm.error?.message} />
              <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
                Confirm Email Address
              </Button>
            </Stack>
          )}
        </Loaded>
      )}
    </AuthCard>
  );
}

function Confirmed({ message }: { message: string }) {
  return (
    <AuthCard title="Email address confirmed">
      <Stack gap="sm">
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <ContinueLink />
      </Stack>
    </AuthCard>
  );
}

function ContinueLink() {
  return (
    <ButtonLink to="/crm/login" replace fullWidth>
      Continue to the Portal
    </ButtonLink>
  );
}
