/** A box in a page's own coordinates, from the lower left. */
export interface Box {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface PageShape {
  /** The visible part of the page. */
  crop: Box;
  rotation: 0 | 90 | 180 | 270;
}

/** Width and height of the page as displayed. */
export function shownSize({ crop, rotation }: PageShape): { width: number; height: number } {
  const [width, height] = [crop.x2 - crop.x1, crop.y2 - crop.y1];
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The position of a box on the displayed page, from the top left. */
export function shownBox({ crop, rotation }: PageShape, box: Box) {
  const [width, height] = [box.x2 - box.x1, box.y2 - box.y1];
  if (rotation === 90) return { x: box.y1 - crop.y1, y: box.x1 - crop.x1, width: height, height: width };
  if (rotation === 180) return { x: crop.x2 - box.x2, y: box.y1 - crop.y1, width, height };
  if (rotation === 270) return { x: crop.y2 - box.y2, y: crop.x2 - box.x2, width: height, height: width };
  return { x: box.x1 - crop.x1, y: crop.y2 - box.y2, width, height };
}

/** The transformation after which (0, 0) is the lower left corner of the displayed box and up is up. */
export function uprightMatrix(
  rotation: PageShape['rotation'],
  box: Box,
): [number, number, number, number, number, number] {
  if (rotation === 90) return [0, 1, -1, 0, box.x2, box.y1];
  if (rotation === 180) return [-1, 0, 0, -1, box.x2, box.y2];
  if (rotation === 270) return [0, -1, 1, 0, box.x1, box.y2];
  return [1, 0, 0, 1, box.x1, box.y1];
}

/** The corners in ascending order, however they were written. */
export function orderedBox([a, b, c, d]: readonly number[]): Box | null {
  const numbers = [a, b, c, d].map(Number);
  if (!numbers.every(Number.isFinite)) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
  return { x1: Math.min(x1, x2), y1: Math.min(y1, y2), x2: Math.max(x1, x2), y2: Math.max(y1, y2) };
}

/** The intersection of two boxes; the second box when they do not overlap. */
export function overlap(inner: Box, outer: Box): Box {
  const shared = {
    x1: Math.max(inner.x1, outer.x1),
    y1: Math.max(inner.y1, outer.y1),
    x2: Math.min(inner.x2, outer.x2),
    y2: Math.min(inner.y2, outer.y2),
  };
  return shared.x2 > shared.x1 && shared.y2 > shared.y1 ? shared : outer;
}
