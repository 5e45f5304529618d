import {
  AllCellRenderers,
  type DrawCellCallback,
  type GridCell,
  GridCellKind,
  type Rectangle,
} from '@glideapps/glide-data-grid';
import type { SheetCell } from './sheet-types.ts';

const LOADING: GridCell = {
  kind: GridCellKind.Loading,
  allowOverlay: false,
  skeletonWidth: 70,
  skeletonWidthVariability: 40,
};
const CORNER = 8;
const DOT_RADIUS = 3.5;
/** Leaves room for the dot before the text. */
const DOT_SPACE = '     ';

/** A screen reader reads what sighted users see of a cell that is loading, not an empty cell. */
export const CELL_RENDERERS = AllCellRenderers.map((renderer) =>
  renderer.kind === GridCellKind.Loading
    ? { ...renderer, getAccessibilityString: () => 'Loading…' }
    : renderer,
);

export function toGlideCell(cell: SheetCell | null): GridCell {
  if (cell === null) return LOADING;
  return {
    kind: GridCellKind.Text,
    data: cell.text,
    displayData: cell.dot ? `${DOT_SPACE}${cell.text}` : cell.text,
    allowOverlay: true,
    ...(cell.align ? { contentAlign: cell.align } : {}),
    ...(cell.isFaint ? { style: 'faded' } : {}),
    ...(cell.changedAt === undefined ? {} : { lastUpdated: cell.changedAt }),
  };
}

/** Adds what Glide's text cell lacks: the dot of a status and the red corner of a failed save. */
export function drawCell(
  cellAt: (col: number, row: number) => SheetCell | null,
  failedColor = '#c92a2a',
): DrawCellCallback {
  return ({ ctx, rect, col, row, cell }, drawContent) => {
    drawContent();
    if (cell.kind !== GridCellKind.Text || col < 0) return;
    const extra = cellAt(col, row);
    if (!extra?.dot && !extra?.hasFailed) return;
    // Cells drawn next rely on the colors being restored.
    ctx.save();
    if (extra.dot) drawDot(ctx, rect, extra.dot);
    if (extra.hasFailed) drawCorner(ctx, rect, failedColor);
    ctx.restore();
  };
}

function drawDot(ctx: CanvasRenderingContext2D, rect: Rectangle, color: string): void {
  ctx.beginPath();
  ctx.arc(rect.x + 8 + DOT_RADIUS, rect.y + rect.height / 2, DOT_RADIUS, 0, 2 * Math.PI);
  ctx.fillStyle = color;
  ctx.fill();
}

function drawCorner(ctx: CanvasRenderingContext2D, rect: Rectangle, color: string): void {
  const right = rect.x + rect.width;
  ctx.beginPath();
  ctx.moveTo(right - CORNER, rect.y + 1);
  ctx.lineTo(right, rect.y + 1);
  ctx.lineTo(right, rect.y + 1 + CORNER);
  ctx.closePath();
  ctx.fillStyle = color;
  ctx.fill();
}
