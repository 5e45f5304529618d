import { columnLabel } from '@ledgerline/contract/policies/client-columns/columns';
import type { LeftOut } from '@ledgerline/contract/policies/client-columns/endpoints';
import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import styles from './client-columns.module.css';
import { Example, UNDERLINED } from './column-plans-list.tsx';
import { clientsOf, REASONS } from './plan-text.ts';

/** Values that become no policy, with the reason and a link to their clients. */
export function LeftOutList({ values }: { values: readonly LeftOut[] }) {
  const isWide = useIsWide();
  if (isWide)
    return (
      <DataTable
        aria-label="Values that are left out"
        columns={COLUMNS}
        rows={values}
        rowId={({ column, reason, text }) => `${column} ${reason} ${text}`}
        look="quiet"
        minWidth={720}
      />
    );
  return (
    <ul className="plain" aria-label="Values that are left out">
      {values.map((value) => (
        <li key={`${value.column} ${value.reason} ${value.text}`} className={styles.card}>
          <div className={styles.entry}>
            <Text size="sm" fw={500} className={styles.name}>
              {columnLabel(value.column)}: “{value.text}”
            </Text>
            <Text size="sm">{REASONS[value.reason]}</Text>
            <Text size="sm">
              <Clients of={value} isInText />, such as <Example of={value.example} isInText />
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Clients({ of, isInText }: { of: LeftOut; isInText?: boolean }) {
  const { filter, text, before } = clientsOf(of);
  return (
    <>
      {before}
      <AnchorLink
        to="/crm/clients"
        search={{ filter }}
        target="_blank"
        aria-label={`Open ${text} in a new tab`}
        size="sm"
        {...(isInText || before ? UNDERLINED : {})}
      >
        {text}
      </AnchorLink>
    </>
  );
}

const COLUMNS: readonly Column<LeftOut>[] = [
  { id: 'column', header: 'Column', width: '20%', cell: ({ column }) => columnLabel(column) },
  {
    ...{ id: 'text', header: 'Value', className: styles.name ?? '' },
    cell: ({ text }) => text,
  },
  { id: 'reason', header: 'Reason', width: '22%', cell: ({ reason }) => REASONS[reason] },
  { id: 'clients', header: 'Clients', width: 230, className: 'tabular', cell: (of) => <Clients of={of} /> },
  { id: 'example', header: 'Example', width: '20%', cell: ({ example }) => <Example of={example} /> },
];
