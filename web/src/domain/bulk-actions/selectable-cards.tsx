import { Button, Group } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { AllBox, RowBox, type Selection } from '../../components/ui/row-boxes.tsx';
import styles from './selectable-cards.module.css';
import type { ListSelection } from './use-selection.ts';

interface SelectableCardsProps<Row extends { id: number }> {
  of: 'clients' | 'invoices';
  rows: readonly Row[];
  card: (row: Row) => ReactNode;
  selection: ListSelection;
  boxes: Selection<Row, number>;
}

/** A list below 768 px: one card for each row, with checkboxes only while rows are being selected. */
export function SelectableCards<Row extends { id: number }>(props: SelectableCardsProps<Row>) {
  const { of, rows, card, selection, boxes } = props;
  const { isSelecting, setSelecting } = selection;
  const anchor = useRef<number | null>(null);
  const ids = rows.map(({ id }) => id);
  const boxId = (id: number) => `select-${of}-${id}`;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" px={14} py={4} mih={52}>
        {isSelecting ? <AllBox selection={boxes} ids={ids} isLabeled /> : <span />}
        {/* One button for both, so that it keeps the focus. */}
        <Button variant="default" h={44} onClick={() => setSelecting(!isSelecting)}>
          {isSelecting ? 'Cancel Selection' : of === 'clients' ? 'Select Clients' : 'Select Invoices'}
        </Button>
      </Group>
      <ul className="plain">
        {rows.map((row) => (
          <li key={row.id} className={styles.item}>
            {isSelecting ? (
              // A tap anywhere selects the card; its links and buttons do nothing.
              <label className={styles.selectable} htmlFor={boxId(row.id)}>
                <RowBox selection={{ ...boxes, boxId }} row={row} id={row.id} ids={ids} anchor={anchor} />
                <div inert className={styles.card}>
                  {card(row)}
                </div>
              </label>
            ) : (
              card(row)
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
