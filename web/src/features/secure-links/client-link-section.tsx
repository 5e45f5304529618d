import { expirationHours } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ExtendMenu } from '../../domain/links/extend-menu.tsx';
import { LinkEnd } from '../../domain/links/link-end.tsx';
import { LinkFailure } from '../../domain/links/link-failure.tsx';
import { useIsExpired } from '../../domain/links/use-is-expired.ts';
import { type FormLink, type LinkKey, useClientLink, useRenewClientLink } from './api.ts';
import { LinkActions } from './link-actions.tsx';
import { failureOf } from './link-failure.ts';

interface ClientLinkSectionProps {
  link: LinkKey;
  title: string;
  isQrOpen: boolean;
  onQr: (isOpen: boolean) => void;
  /** Actions for a valid link, such as emailing it. */
  children: (link: FormLink) => ReactNode;
}

/** A client's own link: created on demand, with its expiration and actions. */
export function ClientLinkSection({ link, children, ...shown }: ClientLinkSectionProps) {
  const query = useClientLink(link, true);
  const renewal = useRenewClientLink(link);
  const isExpired = useIsExpired(query.data?.expiresAt);
  const failure = failureOf(query);
  if (failure)
    return <LinkFailure {...failure} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  const extendMenu = (
    <ExtendMenu isExtending={renewal.isPending} onExtend={(days) => renewal.mutate(expirationHours(days))} />
  );
  return (
    <>
      {query.data && isExpired ? (
        <ExpiredLink
          extendMenu={extendMenu}
          onGenerate={() => renewal.mutate(undefined)}
          isBusy={renewal.isPending}
        />
      ) : (
        <>
          <LinkActions url={query.data?.formUrl ?? null} {...shown} />
          {query.data && <Expiry link={query.data} extendMenu={extendMenu} />}
          {query.data && children(query.data)}
        </>
      )}
      {renewal.error && (
        <Text size="sm" c="red" role="alert">
          {renewal.error.message}
        </Text>
      )}
    </>
  );
}

interface ExpiredLinkProps {
  extendMenu: ReactNode;
  onGenerate: () => void;
  isBusy: boolean;
}

/** Two options: a new link, or more time for the one the client already has. */
function ExpiredLink({ extendMenu, onGenerate, isBusy }: ExpiredLinkProps) {
  return (
    <Alert color="yellow" title="Link has expired. Please generate a new one.">
      <Text size="sm">If you extend it, the link the client already has works again.</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onGenerate} loading={isBusy}>
          Generate New Link
        </Button>
        {extendMenu}
      </Group>
    </Alert>
  );
}

function Expiry({ link, extendMenu }: { link: FormLink; extendMenu: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs">
      <LinkEnd link={link} />
      {extendMenu}
    </Group>
  );
}
