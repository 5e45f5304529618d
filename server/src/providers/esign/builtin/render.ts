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
import type { DrawnField, DrawnPlace } from './template-fields.ts';

/** A signature as it appears in the document. */
export interface VisibleSignature {
  image: Uint8Array;
  name: string;
  /** As it is written in the document. */
  date: string;
}

export interface Entries {
  values: FieldValues;
  signatures: Partial<Record<EsignSigner, VisibleSignature>>;
  /** Names of fields that are left empty, because the screen shows them itself. */
  leftEmpty?: ReadonlySet<string>;
}

interface Drawing extends OpenTemplate {
  writer: TextWriter;
  entries: Entries;
  images: Partial<Record<EsignSigner, PDFImage>>;
}

/** Draws every field as it stands into its page and takes the form away; gives what writes the pages that follow and saves. */
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
    for (const place of field.places) drawPlace(drawing, field, place);
  }
  removeForm(pdf);
  // A page keeps its own annotations only; an empty list is no error but noise.
  for (const { dict } of pages) if (dict.getArray('Annots')?.length === 0) dict.delete('Annots');
  return writer;
}

function drawPlace(drawing: Drawing, field: DrawnField, place: DrawnPlace): void {
  const page = drawing.pages[place.page];
  if (!page) return;
  const value = drawing.entries.leftEmpty?.has(field.name) ? undefined : drawing.entries.values[field.name];
  if (field.isPictureOnly) {
    if (field.kind !== 'signature') drawOwnPicture(drawing.pdf, page, place, null);
  } else if (place.onValue !== null || field.kind === 'checkbox') {
    const isChosen = field.kind === 'checkbox' ? value === true : value === place.onValue;
    drawChoice(drawing, place, isChosen, field.isRound);
  } else {
    drawFrame(spotOf(page, place), place.dict, (ref) => drawing.pdf.getObject(ref));
    if (!drawing.entries.leftEmpty?.has(field.name)) drawContent(drawing, field, place, value);
  }
}

function drawContent(
  drawing: Drawing,
  field: DrawnField,
  place: DrawnPlace,
  value: string | boolean | undefined,
): void {
  const page = drawing.pages[place.page];
  if (field.kind === 'signature') drawSignature(drawing, field, place);
  const text = textOf(drawing, field, value);
  if (!page || !text) return;
  if (field.multiline) drawParagraph(spotOf(page, place), text, drawing.writer, field.fontSize);
  else drawLineOfText(spotOf(page, place), text, drawing.writer, field);
}

/** The box empty, then our mark; only a box without a picture of its empty state is drawn as it shows itself. */
function drawChoice({ pdf, pages }: Drawing, place: DrawnPlace, isChosen: boolean, isRound: boolean): void {
  const page = pages[place.page];
  if (!page) return;
  const spot = spotOf(page, place);
  const hasBox =
    drawOwnPicture(pdf, page, place, 'Off') || drawFrame(spot, place.dict, (ref) => pdf.getObject(ref));
  if (!isChosen || (!hasBox && drawOwnPicture(pdf, page, place, place.onValue ?? 'Yes'))) return;
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
/** Lower boxes have no room for a caption under the signature. */
const ROOM_FOR_CAPTION = 26;

function drawSignature(drawing: Drawing, field: DrawnField, place: DrawnPlace): void {
  const page = drawing.pages[place.page];
  const signature = field.owner && drawing.entries.signatures[field.owner];
  const image = field.owner && drawing.images[field.owner];
  if (!page || !signature || !image) return;
  const spot = spotOf(page, place);
  const foot = spot.height >= ROOM_FOR_CAPTION ? CAPTION + 2 : 0;
  const scale = Math.min((spot.width - 4) / image.width, (spot.height - foot - 2) / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  if (width <= 0 || height <= 0) return;
  upright(spot, () => page.drawImage(image, { x: 2, y: foot + 1, width, height }));
  if (foot === 0) return;
  const strip = { ...field, fontSize: CAPTION, alignment: 'left' as const, combCells: null };
  drawLineOfText(
    stripOf(drawing, place, foot),
    `Signed by ${isolated(signature.name)}, ${signature.date}`,
    drawing.writer,
    strip,
  );
}

/** The lowest part of a place, as the reader sees it. */
function stripOf({ pages }: Drawing, place: DrawnPlace, height: number) {
  const page = pages[place.page];
  if (!page) throw new Error(`the document has no page ${place.page}`);
  const { x1, y1, x2, y2 } = place.box;
  const boxes = {
    0: { x1, y1, x2, y2: y1 + height },
    90: { x1: x2 - height, y1, x2, y2 },
    180: { x1, y1: y2 - height, x2, y2 },
    270: { x1, y1, x2: x1 + height, y2 },
  };
  return spotOf(page, { ...place, box: boxes[page.rotation] });
}
