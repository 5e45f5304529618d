import { Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import { ExtendMenu } from '../../../domain/links/extend-menu.tsx';
import { LinkAddress } from '../../../domain/links/link-address.tsx';
import { LinkEnd } from '../../../domain/links/link-end.tsx';
import { LinkFailure } from '../../../domain/links/link-failure.tsx';
import { useIsExpired } from '../../../domain/links/use-is-expired.ts';
import { useLinkActions } from '../../../domain/links/use-link-actions.ts';
import { isDoneUnread } from '../../../lib/api-error.ts';
import { type SessionLink as Link, useExtendSessionLink, useSessionLink } from '../api.ts';

/** The ways to send the link of a session. */
export type RenderSendLink = (link: { url: string; title: string }) => ReactNode;

interface SessionLinkProps {
  sessionId: number;
  title: string;
  /** An extra button next to Copy Link and View Client Session. */
  action?: ReactNode;
  sendLink?: RenderSendLink | undefined;
}

/** The session's secure link, created on display, with expiration, QR code and actions. */
export function SessionLink({ sessionId, title, action, sendLink }: SessionLinkProps) {
  const query = useSessionLink(sessionId);
  const extension = useExtendSessionLink(sessionId);
  const link = query.data ?? null;
  const isRejected = query.isError && !isDoneUnread(query.error);
  if (query.isError || (query.isSuccess && !link))
    return (
      <LinkFailure
        title={isRejected ? 'Failed to get secure token' : 'No secure link available. Please try again.'}
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
      {link && sendLink?.({ url: link.url, title })}
      {link && <QrCode url={link.url} title={title} />}
    </Stack>
  );
}

function Actions({ url, action }: { url: string | null; action: ReactNode }) {
  const actions = useLinkActions(url);
  return (
    <LinkAddress url={url} actions={actions}>
      {/* The marker tells the client page that an agent is viewing it. */}
      <Button
        variant="default"
        leftSection={<IconExternalLink size={16} aria-hidden />}
        onClick={() => actions.view('#preview')}
      >
        View Client Session
      </Button>
      {action}
    </LinkAddress>
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
  return <LinkEnd link={link} />;
}
