import { Checkbox } from '@mantine/core';
import type { ChangeEvent, Key, RefObject } from 'react';

/** Checkboxes before the rows; a checkbox has a label, or the id from `boxId` for a label in one of the cells. */
export interface Selection<Row, Id extends Key> {
  chosen: readonly Id[];
  onChoose: (chosen: Id[]) => void;
  allLabel: string;
  boxId?: (id: Id) => string;
  labelOf?: (row: Row) => string;
  className?: string;
  /** True while the rows of the previous query are shown. */
  isDisabled?: boolean;
}

interface AllBoxProps<Row, Id extends Key> {
  selection: Selection<Row, Id>;
  ids: Id[];
  /** Shows the label, where no header explains the checkbox. */
  isLabeled?: boolean;
}

/** All rows of the table; rows that are chosen on other pages stay chosen. */
export function AllBox<Row, Id extends Key>({ selection, ids, isLabeled }: AllBoxProps<Row, Id>) {
  const { chosen, onChoose, allLabel, isDisabled } = selection;
  const isAll = ids.length > 0 && ids.every((id) => chosen.includes(id));
  return (
    <Checkbox
      {...(isLabeled ? { label: allLabel, py: 12 } : { 'aria-label': allLabel })}
      data-all-rows
      disabled={isDisabled}
      checked={isAll}
      indeterminate={!isAll && ids.some((id) => chosen.includes(id))}
      onChange={() => onChoose(withIds(chosen, ids, !isAll))}
    />
  );
}

function withIds<Id>(chosen: readonly Id[], ids: readonly Id[], isAdded: boolean): Id[] {
  const others = chosen.filter((id) => !ids.includes(id));
  return isAdded ? [...others, ...ids] : others;
}

interface RowBoxProps<Row, Id extends Key> extends AllBoxProps<Row, Id> {
  row: Row;
  id: Id;
  anchor: RefObject<Id | null>;
}

/** Shift extends a choice to the rows between the last one and this one. */
export function RowBox<Row, Id extends Key>({ selection, row, id, ids, anchor }: RowBoxProps<Row, Id>) {
  const { chosen, onChoose, boxId, labelOf, isDisabled } = selection;
  function choose({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isRange = nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey;
    const from = isRange && anchor.current !== null ? ids.indexOf(anchor.current) : -1;
    const at = ids.indexOf(id);
    const range = from < 0 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1);
    anchor.current = id;
    onChoose(withIds(chosen, range, currentTarget.checked));
  }
  return (
    <Checkbox
      id={boxId?.(id)}
      aria-label={labelOf?.(row)}
      disabled={isDisabled}
      checked={chosen.includes(id)}
      onChange={choose}
    />
  );
}
