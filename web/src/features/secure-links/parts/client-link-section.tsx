import { EXTEND_DAYS, expirationHours, MODAL_Z_INDEX } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/http.ts';
import { type ClientLink, type LinkKey, useClientLink, useRenewClientLink } from '../api.ts';
import { isPast, linkFailure } from '../link-target.ts';
import { LinkActions } from './link-actions.tsx';

interface ClientLinkSectionProps {
  link: LinkKey;
  title: string;
  isQrOpen: boolean;
  onQr: (isOpen: boolean) => void;
}

/** A client's own link: made on demand, with its end and ways to move it. */
export function ClientLinkSection({ link, title, isQrOpen, onQr }: ClientLinkSectionProps) {
  const query = useClientLink(link, true);
  const renewal = useRenewClientLink(link);
  const isExpired = useIsPast(query.data?.expiresAt);
  if (query.isError) {
    const failure = failureOf(query.error);
    return <LinkFailure {...failure} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  }
  if (query.isSuccess && !query.data?.formUrl)
    return (
      <LinkFailure
        title="No secure link available. Please try again."
        detail=""
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
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
          <LinkActions url={query.data?.formUrl ?? null} title={title} isQrOpen={isQrOpen} onQr={onQr} />
          {query.data && <Expiry link={query.data} extendMenu={extendMenu} />}
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

/** Two ways on: a new address, or more time for the one that the client already has. */
function ExpiredLink({ extendMenu, onGenerate, isBusy }: ExpiredLinkProps) {
  return (
    <Alert color="yellow" title="Link has expired. Please generate a new one.">
      <Text size="sm">Extended, the address that the client already has works again.</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onGenerate} loading={isBusy}>
          Generate New Link
        </Button>
        {extendMenu}
      </Group>
    </Alert>
  );
}

function failureOf(error: Error) {
  return error instanceof ApiError
    ? linkFailure(error)
    : { title: 'Failed to fetch secure token', detail: error.message };
}

interface LinkFailureProps {
  title: string;
  detail: string;
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

function Expiry({ link, extendMenu }: { link: ClientLink; extendMenu: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text size="sm">Expires {instantText(link.expiresAt)}</Text>
        {link.expiresSoon && (
          <Text size="sm" c="red" fw={500}>
            Ends in less than 24 hours
          </Text>
        )}
      </div>
      {extendMenu}
    </Group>
  );
}

interface ExtendMenuProps {
  isExtending: boolean;
  onExtend: (days: number) => void;
}

function ExtendMenu({ isExtending, onExtend }: ExtendMenuProps) {
  return (
    <Menu position="bottom-end" zIndex={MODAL_Z_INDEX + 1}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={isExtending}
        >
          Extend
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXTEND_DAYS.map((days) => (
          <Menu.Item key={days} onClick={() => onExtend(days)}>
            {days === 1 ? '1 day' : `${days} days`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

function instantText(instant: string): string {
  return INSTANT.format(new Date(instant));
}

const CHECK_MS = 30_000;

/** Whether the end of a link has come, also while the modal lies open. */
function useIsPast(expiresAt: string | undefined): boolean {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return expiresAt !== undefined && isPast(expiresAt);
}
