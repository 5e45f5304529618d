import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconExternalLink, IconQrcode } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import { QuietButton } from '../../../components/ui/quiet-button.tsx';
import { ExtendMenu } from '../../../domain/links/extend-menu.tsx';
import { LinkAddress } from '../../../domain/links/link-address.tsx';
import { LinkEnd } from '../../../domain/links/link-end.tsx';
import { LinkFailure } from '../../../domain/links/link-failure.tsx';
import { useIsExpired } from '../../../domain/links/use-is-expired.ts';
import { useLinkActions } from '../../../domain/links/use-link-actions.ts';
import { isDoneUnread } from '../../../lib/api-error.ts';
import { useIsEmailConnected } from '../../../lib/public-settings.ts';
import { type SessionLink as Link, useExtendSessionLink, useSessionLink } from '../api.ts';

/** Renders the actions that send the link of a session, above the link itself. */
export type RenderSendLink = (link: { url: string; title: string; children: ReactNode }) => ReactNode;

interface SessionLinkProps {
  sessionId: number;
  title: string;
  /** An extra button next to Copy Link and View Client Session. */
  action?: ReactNode;
  sendLink?: RenderSendLink | undefined;
  /** The QR code appears on request. */
  hidesCode?: boolean;
}

/** The session's secure link, created on display, with expiration, QR code and actions. */
export function SessionLink({ sessionId, title, action, sendLink, hidesCode = false }: SessionLinkProps) {
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
  const address = (
    <>
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
      {link && <Code url={link.url} title={title} isHidden={hidesCode} />}
    </>
  );
  return (
    <Stack gap="sm">
      {link && sendLink ? sendLink({ url: link.url, title, children: address }) : address}
    </Stack>
  );
}

function Code({ isHidden, ...code }: { url: string; title: string; isHidden: boolean }) {
  const [isShown, show] = useDisclosure(!isHidden);
  return (
    <>
      {isHidden && (
        <QuietButton
          icon={IconQrcode}
          onClick={show.toggle}
          aria-expanded={isShown}
          style={{ alignSelf: 'start' }}
        >
          {isShown ? 'Hide QR Code' : 'Show QR Code'}
        </QuietButton>
      )}
      {isShown && <QrCode {...code} />}
    </>
  );
}

function Actions({ url, action }: { url: string | null; action: ReactNode }) {
  const actions = useLinkActions(url);
  const isEmailConnected = useIsEmailConnected();
  return (
    <LinkAddress url={url} actions={actions} isSecondary={isEmailConnected}>
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
