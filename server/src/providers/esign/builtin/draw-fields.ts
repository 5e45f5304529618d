import {
  ops,
  type PDF,
  type PDFPage,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfRef,
  PdfStream,
  rgb,
} from '@libpdf/core';
import { isRightToLeft } from '#platform/pdf/text/shape.ts';
import { lettersOf, type TextWriter } from '#platform/pdf/text/text-writer.ts';
import { type Box, orderedBox, shownSize, uprightMatrix } from './page-geometry.ts';
import type { FieldPosition, TemplateField } from './template-facts.ts';
import type { DrawnPosition } from './template-fields.ts';

const INK = rgb(0.05, 0.07, 0.12);
const PADDING = 2;
const LINE = 1.18;
const SMALLEST = 4;

/** A drawing target: a page, and a box whose lower left corner is (0, 0) after `upright` has run. */
interface Spot {
  page: PDFPage;
  box: Box;
  width: number;
  height: number;
}

export function spotOf(page: PDFPage, { box }: FieldPosition): Spot {
  return { page, box, ...shownSize({ crop: box, rotation: page.rotation }) };
}

/** Draws with (0, 0) in the box's lower left corner as the reader sees the page, whatever its rotation. */
export function upright({ page, box }: Spot, draw: () => void): void {
  page.drawOperators([ops.pushGraphicsState(), ops.concatMatrix(...uprightMatrix(page.rotation, box))]);
  draw();
  page.drawOperators([ops.popGraphicsState()]);
}

/** One line in the box, in the field's font size or the largest that fits. */
export function drawLineOfText(spot: Spot, text: string, writer: TextWriter, field?: TemplateField): void {
  const line = text.replace(/\s+/g, ' ').trim();
  if (!line) return;
  const letters = lettersOf(line);
  if (field?.combCells && letters.length <= field.combCells)
    drawComb(spot, isRightToLeft(line) ? letters.reverse() : letters, writer, field.combCells);
  else drawFitted(spot, line, writer, field);
}

function drawFitted(spot: Spot, line: string, writer: TextWriter, field?: TemplateField): void {
  const wanted = field?.fontSize || Math.min(12, spot.height * 0.72);
  const maxWidth = Math.max(1, spot.width - 2 * PADDING);
  const size = Math.max(
    SMALLEST,
    Math.min(wanted, spot.height * 0.9, (wanted * maxWidth) / Math.max(1, writer.width(line, wanted))),
  );
  const spare = maxWidth - writer.width(line, size);
  const x = PADDING + (field?.alignment === 'center' ? spare / 2 : field?.alignment === 'right' ? spare : 0);
  upright(spot, () =>
    writer.draw(spot.page, line, { x, y: (spot.height - size * 0.72) / 2, size, color: INK }),
  );
}

function drawComb(spot: Spot, letters: readonly string[], writer: TextWriter, cells: number): void {
  const cell = spot.width / cells;
  const size = Math.min(12, spot.height * 0.72, cell * 1.3);
  upright(spot, () => {
    for (const [position, letter] of letters.entries()) {
      const x = position * cell + (cell - writer.width(letter, size)) / 2;
      writer.draw(spot.page, letter, { x, y: (spot.height - size * 0.72) / 2, size, color: INK });
    }
  });
}

/** Several lines from the top of the box, with the font size reduced until they fit. */
export function drawParagraph(spot: Spot, text: string, writer: TextWriter, fontSize: number): void {
  const trimmed = text.trim();
  if (!trimmed) return;
  const maxWidth = Math.max(1, spot.width - 2 * PADDING);
  let size = fontSize || Math.min(11, spot.height * 0.72);
  const linesAt = (points: number) => writer.lines(trimmed, points, maxWidth);
  while (size > SMALLEST && linesAt(size).length * size * LINE > spot.height) size -= 0.5;
  upright(spot, () => {
    for (const [position, line] of linesAt(size).entries()) {
      const y = spot.height - PADDING - size * 0.9 - position * size * LINE;
      writer.draw(spot.page, line, { x: PADDING, y, size, color: INK });
    }
  });
}

/** A check mark or a dot drawn as lines: PDFs use a letter of a font that not every reader has. */
export function drawMark(spot: Spot, isRound: boolean): void {
  const side = Math.min(spot.width, spot.height);
  const [left, bottom] = [(spot.width - side) / 2, (spot.height - side) / 2];
  const at = (x: number, y: number) => ({ x: left + side * x, y: bottom + side * y });
  const thickness = side * 0.12;
  upright(spot, () => {
    if (isRound) return spot.page.drawCircle({ ...at(0.5, 0.5), radius: side * 0.24, color: INK });
    spot.page.drawLine({ start: at(0.2, 0.52), end: at(0.43, 0.24), thickness, color: INK });
    spot.page.drawLine({ start: at(0.41, 0.24), end: at(0.82, 0.8), thickness, color: INK });
  });
}

/** The frame and background that a field's widget specifies; false when it specifies none. */
export function drawFrame({ page, box }: Spot, dict: PdfDict, resolve: Resolve): boolean {
  const appearance = dict.getDict('MK', resolve);
  const [background, border] = ['BG', 'BC'].map((key) => colorOf(appearance, key, resolve));
  if (!background && !border) return false;
  page.drawRectangle({
    x: box.x1,
    y: box.y1,
    width: box.x2 - box.x1,
    height: box.y2 - box.y1,
    ...(background ? { color: background } : {}),
    ...(border ? { borderColor: border, borderWidth: 0.7 } : {}),
  });
  return true;
}

type Resolve = (ref: PdfRef) => ReturnType<PDF['getObject']>;

function colorOf(appearance: PdfDict | undefined, key: string, resolve: Resolve) {
  const parts = numbers(appearance, key, resolve);
  const [first = 0, second = 0, third = 0] = parts;
  if (parts.length === 3) return rgb(first, second, third);
  return parts.length === 1 ? rgb(first, first, first) : null;
}

function numbers(dict: PdfDict | undefined, key: string, resolve: Resolve): number[] {
  const items = dict?.getArray(key, resolve)?.toArray() ?? [];
  return items.flatMap((item) => (item instanceof PdfNumber ? item.value : []));
}

/** The widget's own appearance in a state, as readers would show it; false when it has none. */
export function drawOwnPicture(
  pdf: PDF,
  page: PDFPage,
  position: DrawnPosition,
  state: string | null,
): boolean {
  const resolve: Resolve = (ref) => pdf.getObject(ref);
  const appearance = position.dict.getDict('AP', resolve);
  const normal = appearance?.get('N', resolve);
  const isStream = normal instanceof PdfStream;
  const key = isStream ? 'N' : (state ?? 'Off');
  const source = isStream ? appearance : normal instanceof PdfDict ? normal : undefined;
  const stream = source?.get(key, resolve);
  const bbox = stream instanceof PdfStream ? orderedBox(numbers(stream, 'BBox', resolve)) : null;
  if (!(stream instanceof PdfStream) || !bbox || bbox.x2 === bbox.x1 || bbox.y2 === bbox.y1) return false;
  if (!stream.has('Subtype')) stream.set('Subtype', PdfName.of('Form'));
  const name = `LedgerlineField${page.getResources().getDict('XObject', resolve)?.size ?? 0}`;
  const objects = page.getResources().getDict('XObject', resolve) ?? new PdfDict();
  objects.set(name, source?.getRef(key) ?? pdf.register(stream));
  page.getResources().set('XObject', objects);
  page.drawOperators([
    ops.pushGraphicsState(),
    ops.concatMatrix(...placing(matrixOf(stream, resolve), bbox, position.box)),
    ops.paintXObject(name),
    ops.popGraphicsState(),
  ]);
  return true;
}

type Six = [number, number, number, number, number, number];

function matrixOf(stream: PdfStream, resolve: Resolve): Six {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(stream, 'Matrix', resolve);
  return [a, b, c, d, e, f];
}

/** ISO 32000-1, 12.5.5: the rotated box of the appearance is stretched onto the widget's rectangle. */
function placing([a, b, c, d, e, f]: Six, bbox: Box, target: Box): Six {
  const corners = [bbox.x1, bbox.x2].flatMap((x) =>
    [bbox.y1, bbox.y2].map((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis] ?? 0));
  const [left, right] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? []))];
  const [low, high] = [Math.min(...(ys ?? [])), Math.max(...(ys ?? []))];
  const [sx, sy] = [
    (target.x2 - target.x1) / (right - left || 1),
    (target.y2 - target.y1) / (high - low || 1),
  ];
  return [sx, 0, 0, sy, target.x1 - left * sx, target.y1 - low * sy];
}
