import { ACTION_GROUP_NAMES, AUDIT_RECORD_TYPE_NAMES } from '@ledgerline/contract/audit/actions';
import type { AuditEvent, AuditFilter } from '@ledgerline/contract/audit/endpoints';
import { Button, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell, IconDownload, IconShieldCheck, IconShieldSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ListFrame } from '../../components/ui/list-frame.tsx';
import { notifyError } from '../../components/ui/notify.ts';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { SettingsLink } from '../../domain/settings/settings-link.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { AlertSettingsDialog } from './alert-settings-dialog.tsx';
import { useAuditEvents, useExportAudit } from './api.ts';
import styles from './audit.module.css';
import { AuditEventDrawer } from './audit-event-drawer.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { secondText } from './audit-text.ts';
import { VerifyAuditLogDialog } from './verify-audit-log-dialog.tsx';

const route = getRouteApi('/portal/crm/audit');

/** The filter in the URL, without actions and records that do not exist. */
const knownFilter = ({ act, thing, ...rest }: ReturnType<typeof route.useSearch>): AuditFilter => ({
  ...rest,
  act: ACTION_GROUP_NAMES.find((name) => name === act),
  thing: AUDIT_RECORD_TYPE_NAMES.find((name) => name === thing),
});

/** /crm/audit: the audit log for owners (decision 063). */
export function AuditPage() {
  const filter = knownFilter(route.useSearch());
  const navigate = route.useNavigate();
  const events = useAuditEvents(filter);
  const [shown, setShown] = useState<{ event: AuditEvent; opened: boolean } | null>(null);
  const show = (next: AuditFilter) => void navigate({ search: next });
  const close = () => setShown((before) => before && { ...before, opened: false });
  const rows = events.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Stack gap="sm" miw={0}>
      <PageHeader title="Audit Log" actions={<ExportButton filter={filter} />} />
      <Group justify="space-between" gap="xs">
        <Text c="dimmed">
          Who viewed, changed, revealed and exported what, and which requests were denied
        </Text>
        <Guards />
      </Group>
      <AuditFilters
        filter={filter}
        clientName={events.data?.pages[0]?.named.client ?? null}
        onChange={(change) => show({ ...filter, ...change })}
      />
      <ListFrame
        query={events}
        failed="Couldn’t load the audit log"
        loading={{ rows: 12, height: 36, label: 'Loading the audit log' }}
      >
        {() =>
          rows.length === 0 ? (
            <NoEvents onClear={() => show({})} />
          ) : (
            <AuditEvents events={rows} onOpen={(event) => setShown({ event, opened: true })} />
          )
        }
      </ListFrame>
      {events.hasNextPage && (
        <Button
          variant="default"
          onClick={() => void events.fetchNextPage()}
          loading={events.isFetchingNextPage}
        >
          Load More
        </Button>
      )}
      {shown && (
        <AuditEventDrawer
          {...shown}
          onClose={close}
          onNarrow={(next) => {
            close();
            show(next);
          }}
        />
      )}
    </Stack>
  );
}

function ExportButton({ filter }: { filter: AuditFilter }) {
  const exporting = useExportAudit(filter);
  function save() {
    exporting.mutate(undefined, {
      onError: (error) => notifyError(error.message, 'Couldn’t export the audit log'),
    });
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={save}
      loading={exporting.isPending}
    >
      Export
    </Button>
  );
}

/** Verification and alert settings. */
function Guards() {
  const [isVerifying, verifying] = useDisclosure(false);
  const [areAlertsOpen, alerts] = useDisclosure(false);
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={16} aria-hidden />}
        onClick={verifying.open}
      >
        Verify
      </Button>
      <Button variant="default" leftSection={<IconBell size={16} aria-hidden />} onClick={alerts.open}>
        Alerts
      </Button>
      <VerifyAuditLogDialog opened={isVerifying} onClose={verifying.close} />
      <AlertSettingsDialog
        opened={areAlertsOpen}
        onClose={alerts.close}
        lead={<SettingsLink section="security" />}
      />
    </Group>
  );
}

function NoEvents({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No matching entries"
      text="No entry in the audit log matches these filters."
      icon={<IconShieldSearch size={22} aria-hidden />}
      action={
        <Button variant="default" onClick={onClear}>
          Clear Filters
        </Button>
      }
    />
  );
}

interface AuditEventsProps {
  events: readonly AuditEvent[];
  onOpen: (event: AuditEvent) => void;
}

const isFailure = ({ action }: AuditEvent) => /refused|failed/.test(action);

function What({ event, onOpen }: { event: AuditEvent; onOpen: (event: AuditEvent) => void }) {
  const failureClass = isFailure(event) ? ` ${styles.failed}` : '';
  return (
    <UnstyledButton className={`${styles.what}${failureClass}`} onClick={() => onOpen(event)}>
      {event.sentence}
    </UnstyledButton>
  );
}

/** Audit log entries, newest first. Clicking an action opens its details. */
function AuditEvents({ events, onOpen }: AuditEventsProps) {
  const isWide = useIsWide();
  const { time_zone } = usePublicSettings();
  if (!isWide)
    return (
      <Paper component="ul" className="plain">
        {events.map((event) => (
          <li key={event.id} className={styles.card}>
            <Text size="sm" fw={500}>
              {event.who}
            </Text>
            <What event={event} onOpen={onOpen} />
            <Text size="xs" c="dimmed" className="tabular">
              {[secondText(event.at, time_zone), event.address].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </Paper>
    );
  const columns: readonly Column<AuditEvent>[] = [
    {
      id: 'when',
      header: 'When',
      width: 245,
      className: `tabular ${styles.when}`,
      cell: ({ at }) => secondText(at, time_zone),
    },
    { id: 'who', header: 'Who', width: 170, cell: ({ who }) => who },
    { id: 'what', header: 'What', cell: (event) => <What event={event} onOpen={onOpen} /> },
    {
      id: 'address',
      header: 'IP address',
      width: 140,
      className: 'tabular',
      cell: ({ address }) => address ?? '–',
    },
  ];
  return (
    <DataTable
      aria-label="Audit log"
      columns={columns}
      rows={events}
      rowId={({ id }) => id}
      look="quiet"
      highlightOnHover
      verticalSpacing={6}
      horizontalSpacing="md"
    />
  );
}
