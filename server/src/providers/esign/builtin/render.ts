import type { PDFImage } from '@libpdf/core';
import { isolated } from '#platform/pdf/text/shape.ts';
import { TextWriter } from '#platform/pdf/text/text-writer.ts';
import type { EsignSigner } from '#platform/ports/esign.ts';
import { removeForm } from './clean-pdf.ts';
import {
  drawFrame,
  drawLineOfText,
  drawMark,
  drawOwnPicture,
  drawParagraph,
  spotOf,
  upright,
} from './draw-fields.ts';
import type { FieldValues } from './field-owners.ts';
import type { OpenTemplate } from './open-template.ts';
import type { DrawnField, DrawnPosition } from './template-fields.ts';

/** A signature as it appears in the document. */
export interface VisibleSignature {
  image: Uint8Array;
  name: string;
  /** Formatted for the document. */
  date: string;
}

export interface Entries {
  values: FieldValues;
  signatures: Partial<Record<EsignSigner, VisibleSignature>>;
  /** Names of fields that are left empty because the screen renders them itself. */
  leftEmpty?: ReadonlySet<string>;
}

interface Drawing extends OpenTemplate {
  writer: TextWriter;
  entries: Entries;
  images: Partial<Record<EsignSigner, PDFImage>>;
}

/** Draws every field into its page and removes the form; returns the writer that adds the following pages and saves. */
export function drawEntries(template: OpenTemplate, entries: Entries): TextWriter {
  const { pdf, pages, fields } = template;
  const writer = new TextWriter(pdf);
  const { advisor, client } = entries.signatures;
  const images = {
    ...(advisor ? { advisor: pdf.embedPng(advisor.image) } : {}),
    ...(client ? { client: pdf.embedPng(client.image) } : {}),
  };
  const drawing: Drawing = { ...template, writer, entries, images };
  for (const field of fields) {
    for (const position of field.positions) drawFieldAt(drawing, field, position);
  }
  removeForm(pdf);
  // A page retains only its own annotations; an empty list is valid but noise.
  for (const { dict } of pages) if (dict.getArray('Annots')?.length === 0) dict.delete('Annots');
  return writer;
}

function drawFieldAt(drawing: Drawing, field: DrawnField, position: DrawnPosition): void {
  const page = drawing.pages[position.page];
  if (!page) return;
  const value = drawing.entries.leftEmpty?.has(field.name) ? undefined : drawing.entries.values[field.name];
  if (field.isPictureOnly) {
    if (field.kind !== 'signature') drawOwnPicture(drawing.pdf, page, position, null);
  } else if (position.onValue !== null || field.kind === 'checkbox') {
    const isChosen = field.kind === 'checkbox' ? value === true : value === position.onValue;
    drawChoice(drawing, position, isChosen, field.isRound);
  } else {
    drawFrame(spotOf(page, position), position.dict, (ref) => drawing.pdf.getObject(ref));
    if (!drawing.entries.leftEmpty?.has(field.name)) drawContent(drawing, field, position, value);
  }
}

function drawContent(
  drawing: Drawing,
  field: DrawnField,
  position: DrawnPosition,
  value: string | boolean | undefined,
): void {
  const page = drawing.pages[position.page];
  if (field.kind === 'signature') drawSignature(drawing, field, position);
  const text = textOf(drawing, field, value);
  if (!page || !text) return;
  if (field.multiline) drawParagraph(spotOf(page, position), text, drawing.writer, field.fontSize);
  else drawLineOfText(spotOf(page, position), text, drawing.writer, field);
}

/** Clears the box, then draws our mark; a box without an appearance for its empty state is drawn as it is. */
function drawChoice(
  { pdf, pages }: Drawing,
  position: DrawnPosition,
  isChosen: boolean,
  isRound: boolean,
): void {
  const page = pages[position.page];
  if (!page) return;
  const spot = spotOf(page, position);
  const hasBox =
    drawOwnPicture(pdf, page, position, 'Off') || drawFrame(spot, position.dict, (ref) => pdf.getObject(ref));
  if (!isChosen || (!hasBox && drawOwnPicture(pdf, page, position, position.onValue ?? 'Yes'))) return;
  drawMark(spot, isRound);
}

function textOf({ entries }: Drawing, field: DrawnField, value: string | boolean | undefined): string {
  if (field.kind === 'signature') return '';
  const signature = field.owner ? entries.signatures[field.owner] : undefined;
  if (field.kind === 'date') return signature?.date ?? '';
  if (field.kind === 'name') return typeof value === 'string' ? value : (signature?.name ?? '');
  return typeof value === 'string' ? value : '';
}

const CAPTION = 6;
/** Lower boxes have no space for a caption under the signature. */
const CAPTION_SPACE = 26;

function drawSignature(drawing: Drawing, field: DrawnField, position: DrawnPosition): void {
  const page = drawing.pages[position.page];
  const signature = field.owner && drawing.entries.signatures[field.owner];
  const image = field.owner && drawing.images[field.owner];
  if (!page || !signature || !image) return;
  const spot = spotOf(page, position);
  const foot = spot.height >= CAPTION_SPACE ? CAPTION + 2 : 0;
  const scale = Math.min((spot.width - 4) / image.width, (spot.height - foot - 2) / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  if (width <= 0 || height <= 0) return;
  upright(spot, () => page.drawImage(image, { x: 2, y: foot + 1, width, height }));
  if (foot === 0) return;
  const strip = { ...field, fontSize: CAPTION, alignment: 'left' as const, combCells: null };
  drawLineOfText(
    stripOf(drawing, position, foot),
    `Signed by ${isolated(signature.name)}, ${signature.date}`,
    drawing.writer,
    strip,
  );
}

/** The lowest part of a field's position, as the reader sees it. */
function stripOf({ pages }: Drawing, position: DrawnPosition, height: number) {
  const page = pages[position.page];
  if (!page) throw new Error(`the document has no page ${position.page}`);
  const { x1, y1, x2, y2 } = position.box;
  const boxes = {
    0: { x1, y1, x2, y2: y1 + height },
    90: { x1: x2 - height, y1, x2, y2 },
    180: { x1, y1: y2 - height, x2, y2 },
    270: { x1, y1, x2: x1 + height, y2 },
  };
  return spotOf(page, { ...position, box: boxes[page.rotation] });
}
