export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 4;
const MARGIN = 8;

/**
 * Position of the note for a failed cell: above, right, left or below the cell, the first that fits in the sheet
 * without covering the cells typed into next; otherwise at the bottom of the sheet.
 */
export function notePosition(
  cell: Box,
  note: Pick<Box, 'width' | 'height'>,
  sheet: Box,
  selected: Box | undefined,
): { left: number; top: number } {
  const right = sheet.x + sheet.width - note.width - MARGIN;
  const along = clamp(cell.x, sheet.x + MARGIN, right);
  const lowest = sheet.y + sheet.height - note.height - MARGIN;
  const beside = clamp(cell.y, sheet.y, lowest);
  const positions = [
    { left: along, top: cell.y - note.height - GAP },
    { left: cell.x + cell.width + GAP, top: beside },
    { left: cell.x - note.width - GAP, top: beside },
    { left: along, top: cell.y + cell.height + GAP },
  ];
  const foot = { left: along, top: lowest };
  return (
    positions.find((each) => isFree({ ...each, ...note }, sheet, [cell, ...nextCells(selected)])) ?? foot
  );
}

/** The selected cell and the one Enter moves to. */
function nextCells(selected: Box | undefined): Box[] {
  if (!selected) return [];
  return [selected, { ...selected, y: selected.y + selected.height }];
}

function isFree(
  note: { left: number; top: number; width: number; height: number },
  sheet: Box,
  cells: Box[],
) {
  const { left, top, width, height } = note;
  const isInside =
    left >= sheet.x &&
    top >= sheet.y &&
    left + width <= sheet.x + sheet.width &&
    top + height <= sheet.y + sheet.height;
  const overlaps = (cell: Box) =>
    left < cell.x + cell.width &&
    cell.x < left + width &&
    top < cell.y + cell.height &&
    cell.y < top + height;
  return isInside && !cells.some(overlaps);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
