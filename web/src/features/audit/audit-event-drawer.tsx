import type { AuditEvent, AuditFilter } from '@ledgerline/contract/audit/endpoints';
import { Button, Stack, Text } from '@mantine/core';
import { Drawer } from '../../components/ui/drawer.tsx';
import { Fact, Facts } from '../../components/ui/facts.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import styles from './audit.module.css';
import { fullValue, secondText } from './audit-text.ts';

interface AuditEventDrawerProps {
  event: AuditEvent;
  opened: boolean;
  onClose: () => void;
  /** Filters the list by one agent or client. */
  onNarrow: (filter: AuditFilter) => void;
}

/** All details of one audit log entry, with links to related entries. */
export function AuditEventDrawer({ event, opened, onClose, onNarrow }: AuditEventDrawerProps) {
  const { agent_id, client_id } = event;
  return (
    <Drawer opened={opened} onClose={onClose} size={460} title="What happened">
      <Stack gap="md">
        <Text>
          <b>{event.who}</b> {event.sentence}
        </Text>
        <EventFacts event={event} />
        <Stack gap="xs" align="flex-start">
          {client_id !== null && (
            <>
              <AnchorLink to="/crm/clients/$clientId" params={{ clientId: String(client_id) }}>
                Open {event.client_name}
              </AnchorLink>
              <Button variant="default" onClick={() => onNarrow({ client: client_id })}>
                All Activity for {event.client_name}
              </Button>
            </>
          )}
          {agent_id !== null && (
            <Button variant="default" onClick={() => onNarrow({ agent: agent_id })}>
              All Actions by {event.who}
            </Button>
          )}
        </Stack>
      </Stack>
    </Drawer>
  );
}

function EventFacts({ event }: { event: AuditEvent }) {
  const { time_zone } = usePublicSettings();
  const hasValues = event.from !== null || event.to !== null;
  return (
    <Facts>
      <Fact label="When">{secondText(event.at, time_zone)}</Fact>
      <Fact label="IP address">{event.address ?? '—'}</Fact>
      <Fact label="Action">{event.action}</Fact>
      <Fact label="Record">
        {[event.thing, `${event.entity}${event.entity_id === null ? '' : ` ${event.entity_id}`}`]
          .filter(Boolean)
          .join(' · ')}
      </Fact>
      {event.field && <Fact label="Field">{event.field}</Fact>}
      {hasValues && (
        <>
          <Fact label="Before">
            <span className={styles.value}>{fullValue(event.from)}</span>
          </Fact>
          <Fact label="After">
            <span className={styles.value}>{fullValue(event.to)}</span>
          </Fact>
        </>
      )}
      {event.operation && <Fact label="Operation">{event.operation}</Fact>}
      {event.request_id && <Fact label="Request">{event.request_id}</Fact>}
      <Fact label="Entry number">{event.id}</Fact>
    </Facts>
  );
}
