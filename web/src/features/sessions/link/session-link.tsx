import { linkExpired } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import { momentText } from '../../../domain/days.ts';
import { ExtendMenu } from '../../../domain/links/extend-menu.tsx';
import { useLinkActions } from '../../../domain/links/use-link-actions.ts';
import { ApiError } from '../../../lib/http.ts';
import { type SessionLink as Link, useExtendSessionLink, useSessionLink } from '../api.ts';

interface SessionLinkProps {
  sessionId: number;
  title: string;
  /** Another button beside Copy Link and View Client Session. */
  action?: ReactNode;
  /** Mailing the link, which belongs to another feature. */
  mail?: ReactNode;
}

/** The session's secure link: made when it is shown, with its end, its code and the ways to use it. */
export function SessionLink({ sessionId, title, action, mail }: SessionLinkProps) {
  const query = useSessionLink(sessionId);
  const extension = useExtendSessionLink(sessionId);
  const link = query.data ?? null;
  // Answered as done, but without a link in it, is no refusal.
  const status = query.error instanceof ApiError ? query.error.status : undefined;
  const isRefused = query.isError && (status === undefined || status >= 300);
  if (query.isError || (query.isSuccess && !link))
    return (
      <LinkFailure
        title={isRefused ? 'Failed to get secure token' : 'No secure link available. Please try again.'}
        detail={query.error?.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  return (
    <Stack gap="sm">
      <Actions url={link?.url ?? null} action={action} />
      {link && (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Expiry link={link} />
          <ExtendMenu isExtending={extension.isPending} onExtend={(days) => extension.mutate(days)} />
        </Group>
      )}
      {extension.error && (
        <Text size="sm" c="red" role="alert">
          {extension.error.message}
        </Text>
      )}
      {link && mail}
      {link && <QrCode url={link.url} title={title} />}
    </Stack>
  );
}

function Actions({ url, action }: { url: string | null; action: ReactNode }) {
  const { message, isCopied, copy, view } = useLinkActions(url);
  return (
    <>
      <TextInput
        aria-label="Link address"
        value={url ?? ''}
        placeholder="Making the link…"
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <Button
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
          miw={128}
          data-autofocus
        >
          {isCopied ? 'Copied!' : 'Copy Link'}
        </Button>
        {/* The mark tells the client's page that an agent looks at it. */}
        <Button
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
          onClick={() => view('#preview')}
        >
          View Client Session
        </Button>
        {action}
      </Group>
      <div aria-live="polite">
        {message && (
          <Text size="sm" {...(message.isBad ? { c: 'red', role: 'alert' } : { c: 'dimmed' })}>
            {message.text}
          </Text>
        )}
      </div>
    </>
  );
}

function Expiry({ link }: { link: Link }) {
  const isExpired = useIsExpired(link.expiresAt);
  if (isExpired)
    return (
      <Text size="sm" c="red" fw={500}>
        Link has expired. Please generate a new one.
      </Text>
    );
  return (
    <div>
      <Text size="sm">Expires {momentText(link.expiresAt)}</Text>
      {link.expiresSoon && (
        <Text size="sm" c="red" fw={500}>
          Ends in less than 24 hours
        </Text>
      )}
    </div>
  );
}

interface LinkFailureProps {
  title: string;
  detail: string | undefined;
  onRetry: () => void;
  isRetrying: boolean;
}

function LinkFailure({ title, detail, onRetry, isRetrying }: LinkFailureProps) {
  return (
    <Alert color="red" title={title} role="alert">
      {detail && <Text size="sm">{detail}</Text>}
      <Button size="xs" variant="default" mt="xs" onClick={onRetry} loading={isRetrying}>
        Retry
      </Button>
    </Alert>
  );
}

const CHECK_MS = 30_000;

/** Whether the end of a link has come, also while the page lies open. */
function useIsExpired(expiresAt: string): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return linkExpired({ access_token_expires_at: expiresAt, now });
}
