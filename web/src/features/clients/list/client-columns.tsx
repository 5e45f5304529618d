import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import type { ClientSort } from '@ledgerline/contract/lists';
import { dateShort, phoneDisplay } from '@ledgerline/contract/rules';
import { Avatar, Group, Text } from '@mantine/core';
import type { Column } from '../../../components/ui/data-table.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { ClientStatusBadge } from '../../../domain/clients/client-status-badge.tsx';
import { dayText } from '../../../domain/days.ts';
import { clientName, followUp, initials } from '../client-display.ts';
import styles from './client-columns.module.css';

const quiet = (text: string | null) => (text ? <span title={text}>{text}</span> : <Dash />);

/** Link target of a row. */
export const clientLink = ({ id }: ClientRow) =>
  ({ to: '/crm/clients/$clientId', params: { clientId: String(id) } }) as const;

type ClientColumn = Omit<Column<ClientRow>, 'sort'> & { id: ClientSort };

/** Columns of the client list, all sortable (decisions D8). */
export function clientColumns(today: string): Column<ClientRow, ClientSort>[] {
  const columns: ClientColumn[] = [
    { id: 'name', header: 'Name', width: '22%', cell: (client) => <NameCell client={client} /> },
    {
      id: 'status',
      header: 'Status',
      width: '9%',
      cell: (client) => <ClientStatusBadge status={client.status} />,
    },
    {
      id: 'primary_phone',
      header: 'Phone',
      width: '13%',
      cell: ({ primary_phone }) => (
        <Text span inherit className="tabular" {...(primary_phone ? {} : { c: 'dimmed' })}>
          {phoneDisplay(primary_phone)}
        </Text>
      ),
    },
    { id: 'primary_email', header: 'Email', width: '20%', cell: (client) => quiet(client.primary_email) },
    {
      id: 'current_health_plan_name',
      header: 'Plan',
      width: '16%',
      cell: (client) => quiet(client.current_health_plan_name),
    },
    {
      id: 'next_f_u_date',
      header: 'Follow-up',
      width: '10%',
      cell: (client) => <FollowUpCell date={client.next_f_u_date} today={today} />,
    },
    {
      id: 'updated_at',
      header: 'Updated',
      width: '10%',
      cell: (client) => (
        <time dateTime={client.updated_at} className="tabular">
          {dayText(client.updated_at)}
        </time>
      ),
    },
  ];
  return columns.map((column) => ({ ...column, sort: column.id }));
}

/** A real link, so keyboard navigation and opening in a new tab work. */
export function ClientLink({ client }: { client: ClientRow }) {
  return (
    <AnchorLink {...clientLink(client)} className={styles.rowLink} underline="never">
      {clientName(client)}
    </AnchorLink>
  );
}

function NameCell({ client }: { client: ClientRow }) {
  return (
    <Group component="span" gap={10} wrap="nowrap">
      <Avatar size={26} radius={999} aria-hidden flex="none" fz={11}>
        {initials(client)}
      </Avatar>
      <ClientLink client={client} />
    </Group>
  );
}

function FollowUpCell({ date, today }: { date: string | null; today: string }) {
  const due = followUp(date, today);
  if (!due) return <Dash />;
  return (
    <span className={due.isPast ? styles.past : undefined} title={date === null ? '' : dateShort(date)}>
      {due.text}
    </span>
  );
}

function Dash() {
  return (
    <Text span inherit c="dimmed">
      —
    </Text>
  );
}
