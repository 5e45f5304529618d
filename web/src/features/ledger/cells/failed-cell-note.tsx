import type { CatalogueField } from '@ledgerline/contract/clients/fields/catalogue';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalogue';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Point, SheetHandle } from '../../../components/grid/sheet-types.ts';
import styles from '../ledger-page.module.css';
import { plainText } from '../store/cell-text.ts';
import type { LedgerSession } from '../store/ledger-session.ts';
import { cellKey, type FailedCell } from '../store/ledger-state.ts';

interface FailedCellNoteProps {
  session: LedgerSession;
  fields: readonly CatalogueField[];
  sheet: { current: SheetHandle | null };
  selected: Point | null;
  version: number;
}

const WIDTH = 300;

/** Beside a cell whose save failed: why, what was typed, and the way on. */
export function FailedCellNote({ session, fields, sheet, selected, version }: FailedCellNoteProps) {
  const failed = shownFailure(session, fields, selected);
  const place = usePlace(failed, session, fields, sheet, version);
  if (!failed || !place) return null;
  const { key, field } = failed;
  return (
    <Paper className={styles.failed} role="alert" withBorder shadow="md" style={place}>
      <Text size="sm" fw={500}>
        {failed.message}
      </Text>
      <Text size="xs" c="dimmed" mt={2} lineClamp={3}>
        Not saved: “{typedText(failed)}”
      </Text>
      <Group gap={6} mt={8}>
        <Button size="compact-xs" onClick={() => void session.retry(key, field)}>
          Retry
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => session.discard(key, field)}>
          Discard
        </Button>
      </Group>
    </Paper>
  );
}

/** The failure of the selected cell, else the latest one. */
function shownFailure(
  { state }: LedgerSession,
  fields: readonly CatalogueField[],
  selected: Point | null,
): FailedCell | undefined {
  if (state.failed.size === 0) return undefined;
  const key = selected ? state.order.keyAt(selected.row) : undefined;
  const field = selected ? fields[selected.col] : undefined;
  const here = key !== undefined && field ? state.failed.get(cellKey(key, field.name)) : undefined;
  return here ?? [...state.failed.values()].at(-1);
}

function typedText({ field, typed }: FailedCell): string {
  const { kind } = fieldNamed(field);
  if (kind === 'secret') return '••••';
  return kind === 'richtext' ? plainText(typed) : typed;
}

/** Below the cell while it is in view; follows it a few times a second, since the canvas tells nobody how it scrolls. */
function usePlace(
  failed: FailedCell | undefined,
  session: LedgerSession,
  fields: readonly CatalogueField[],
  sheet: { current: SheetHandle | null },
  version: number,
): { left: number; top: number; width: number } | null {
  const [place, setPlace] = useState<{ left: number; top: number; width: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that rows may have moved
  useEffect(() => {
    const update = () => {
      const row = failed ? session.state.order.positionOf(failed.key) : undefined;
      const col = fields.findIndex((field) => field.name === failed?.field);
      const bounds = row === undefined || col < 0 ? undefined : sheet.current?.placeOf({ col, row });
      const isInView = bounds && bounds.y > 60 && bounds.y + bounds.height < window.innerHeight - 10;
      setPlace((before) => {
        if (!isInView) return null;
        const left = Math.max(8, Math.min(bounds.x, window.innerWidth - WIDTH - 8));
        const top = Math.min(bounds.y + bounds.height + 4, window.innerHeight - 120);
        return before?.left === left && before.top === top ? before : { left, top, width: WIDTH };
      });
    };
    update();
    if (!failed) return;
    const timer = setInterval(update, 200);
    return () => clearInterval(timer);
  }, [failed, session, fields, sheet, version]);
  return place;
}
