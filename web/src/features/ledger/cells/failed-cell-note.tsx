import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { Button, Group, Paper, Text } from '@mantine/core';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Point, SheetHandle } from '../../../components/grid/sheet-types.ts';
import { cellKey } from '../../../domain/clients/conflicts.ts';
import { plainText } from '../../../domain/clients/field-text.ts';
import styles from '../ledger-page.module.css';
import type { LedgerSession } from '../store/ledger-session.ts';
import type { FailedCell } from '../store/ledger-state.ts';
import { notePosition } from './note-position.ts';

interface FailedCellNoteProps {
  session: LedgerSession;
  fields: readonly CatalogField[];
  sheet: { current: SheetHandle | null };
  selected: Point | null;
  version: number;
}

/** Note next to a cell whose save failed: the reason, the typed text, Retry and Discard. */
export function FailedCellNote(props: FailedCellNoteProps) {
  const { session, fields, selected } = props;
  const failed = shownFailure(session, fields, selected);
  const note = useRef<HTMLDivElement>(null);
  const position = usePosition(note, failed, props);
  if (!failed) return null;
  const { key, field } = failed;
  return (
    <Paper
      ref={note}
      className={styles.failed}
      role="alert"
      withBorder
      shadow="md"
      style={position ?? { visibility: 'hidden' }}
    >
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

/** The failure of the selected cell, or the latest one. */
function shownFailure(
  { state }: LedgerSession,
  fields: readonly CatalogField[],
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

interface Position {
  left: number;
  top: number;
}

/** Positioned next to the visible cell. Polled a few times per second, because the canvas reports no scroll events. */
function usePosition(
  note: RefObject<HTMLElement | null>,
  failed: FailedCell | undefined,
  { session, fields, sheet, selected, version }: FailedCellNoteProps,
): Position | null {
  const [position, setPosition] = useState<Position | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version signals that rows may have moved
  useLayoutEffect(() => {
    const update = () => {
      const row = failed ? session.state.order.positionOf(failed.key) : undefined;
      const col = fields.findIndex((field) => field.name === failed?.field);
      const next =
        row === undefined || col < 0 ? null : positionIn(sheet.current, note.current, { col, row }, selected);
      setPosition((before) => (before?.left === next?.left && before?.top === next?.top ? before : next));
    };
    update();
    if (!failed) return;
    const timer = setInterval(update, 200);
    return () => clearInterval(timer);
  }, [note, failed, session, fields, sheet, selected, version]);
  return position;
}

function positionIn(
  sheet: SheetHandle | null,
  note: HTMLElement | null,
  failed: Point,
  selected: Point | null,
): Position | null {
  const cell = sheet?.boundsOf(failed);
  const area = sheet?.area();
  if (!cell || !area || !note) return null;
  const isInView = cell.y >= area.y && cell.y + cell.height <= area.y + area.height;
  if (!isInView) return null;
  const { offsetWidth: width, offsetHeight: height } = note;
  return notePosition(cell, { width, height }, area, selected ? sheet?.boundsOf(selected) : undefined);
}
