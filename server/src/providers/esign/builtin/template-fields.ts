import {
  type FormField,
  type PDF,
  type PDFForm,
  type PDFPage,
  PdfDict,
  PdfNumber,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import type { Resolve } from './clean-pdf.ts';
import { meaningOf, uniqueLabels } from './field-names.ts';
import { type Box, orderedBox, overlap, type PageShape } from './page-geometry.ts';
import type { FieldPosition, TemplateField } from './template-facts.ts';

/** A position with the object that draws it. */
export interface DrawnPosition extends FieldPosition {
  dict: PdfDict;
}

export interface DrawnField extends TemplateField {
  positions: DrawnPosition[];
}

const HIDDEN_FLAGS = 1 | 2 | 32;
export const MAX_FIELDS = 3000;

/** Every field that is on a page, in document order: by page, top to bottom, left to right. */
export function readFields(pdf: PDF, pages: readonly PDFPage[]): DrawnField[] {
  const form = pdf.getForm();
  if (!form) return [];
  const all = form.getFields().slice(0, MAX_FIELDS);
  const byWidget = positionsByWidget(pdf, pages);
  const labels = uniqueLabels(all.map(({ name, alternateName }) => ({ name, tooltip: alternateName })));
  const fields = all.flatMap((field) => {
    const positions = field.getWidgets().flatMap((widget) => byWidget.get(widget.dict) ?? []);
    return positions.length > 0
      ? [fieldOf(form, field, labels.get(field.name) ?? field.name, positions)]
      : [];
  });
  return fields.sort((one, other) => readingOrder(one.positions[0], other.positions[0]));
}

function readingOrder(one: FieldPosition | undefined, other: FieldPosition | undefined): number {
  if (!one || !other) return 0;
  return one.page - other.page || other.box.y2 - one.box.y2 || one.box.x1 - other.box.x1;
}

export function isHidden(widget: PdfDict, resolve: Resolve): boolean {
  return ((widget.getNumber('F', resolve)?.value ?? 0) & HIDDEN_FLAGS) !== 0;
}

export function boxOf(annotation: PdfDict, resolve: Resolve): Box | null {
  const corners = annotation.getArray('Rect', resolve)?.toArray() ?? [];
  return orderedBox(corners.map((corner) => (corner instanceof PdfNumber ? corner.value : Number.NaN)));
}

/** Visible widgets according to the pages themselves: a widget's own page entry is often wrong. */
function positionsByWidget(pdf: PDF, pages: readonly PDFPage[]): Map<PdfDict, DrawnPosition> {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const positions = new Map<PdfDict, DrawnPosition>();
  for (const [page, { dict: pageDict }] of pages.entries()) {
    for (const item of pageDict.getArray('Annots', resolve) ?? []) {
      const dict = item instanceof PdfRef ? resolve(item) : item;
      if (!(dict instanceof PdfDict) || isHidden(dict, resolve)) continue;
      const box = boxOf(dict, resolve);
      if (box) positions.set(dict, { page, box, dict, onValue: onValueOf(dict, resolve) });
    }
  }
  return positions;
}

function onValueOf(widget: PdfDict, resolve: Resolve): string | null {
  const normal = widget.getDict('AP', resolve)?.getDict('N', resolve);
  if (!normal || normal instanceof PdfStream) return null;
  return [...normal.keys()].map(({ value }) => value).find((state) => state !== 'Off') ?? null;
}

function fieldOf(form: PDFForm, field: FormField, label: string, positions: DrawnPosition[]): DrawnField {
  const { kind, owner } = meaningOf(field.name, field.type === 'signature');
  const content = contentOf(form, field, positions);
  const special = kind !== 'plain' && owner !== null && content.kind === 'text';
  const isPicture = field.type === 'button' || field.type === 'unknown';
  return {
    ...content,
    name: field.name,
    label,
    kind: special ? kind : content.kind,
    owner,
    required: (special && kind !== 'date') || field.isRequired(),
    isReadOnly: !special && field.isReadOnly(),
    fontSize: fontSizeOf(field),
    isRound: field.type === 'radio',
    positions,
    isPictureOnly: isPicture ? kind !== 'signature' : field.type === 'signature' && owner === null,
  };
}

type Content = Pick<TemplateField, 'kind' | 'options' | 'multiline' | 'combCells' | 'alignment' | 'initial'>;
const NOTHING: Content = {
  kind: 'text',
  options: [],
  multiline: false,
  combCells: null,
  alignment: 'left',
  initial: null,
};

/** Radio buttons and groups of check boxes under one name are a single choice, like a drop-down. */
function contentOf(form: PDFForm, field: FormField, positions: FieldPosition[]): Content {
  if (field.type === 'checkbox' || field.type === 'radio') {
    const states = [...new Set(positions.flatMap(({ onValue }) => onValue ?? []))];
    const chosen = stateOf(field);
    if (field.type === 'checkbox' && states.length < 2) {
      return { ...NOTHING, kind: 'checkbox', initial: chosen !== null };
    }
    // A state that no widget shows is not an option.
    const initial = chosen !== null && states.includes(chosen) ? chosen : null;
    return { ...NOTHING, kind: 'list', options: states, initial };
  }
  if (field.type === 'dropdown' || field.type === 'listbox') return listContent(form, field);
  if (field.type === 'text') return textContent(field);
  return NOTHING;
}

function stateOf(field: FormField): string | null {
  const value = field.getValue();
  return typeof value === 'string' && value !== '' && value !== 'Off' ? value : null;
}

/** Normalizes item texts: drops empty items and trims spaces (1§5). */
function listContent(form: PDFForm, field: FormField): Content {
  const choice = form.getDropdown(field.name) ?? form.getListBox(field.name);
  const options = choice?.getOptions() ?? [];
  const value = field.getValue();
  const chosen = Array.isArray(value) ? value[0] : value;
  const shown = options
    .find((option) => option.value === chosen || option.display === chosen)
    ?.display.trim();
  const texts = options.map(({ display, value: export_ }) => (display || export_).trim()).filter(Boolean);
  return { ...NOTHING, kind: 'list', options: [...new Set(texts)], initial: shown || null };
}

function textContent(field: FormField): Content {
  const dict = field.acroField();
  const value = field.getValue();
  const isComb = (field.flags & (1 << 24)) !== 0;
  const cells = dict.getNumber('MaxLen')?.value ?? 0;
  const quadding = dict.getNumber('Q')?.value ?? 0;
  return {
    ...NOTHING,
    multiline: (field.flags & (1 << 12)) !== 0,
    combCells: isComb && cells > 0 ? cells : null,
    alignment: quadding === 1 ? 'center' : quadding === 2 ? 'right' : 'left',
    initial: typeof value === 'string' && value !== '' ? value : null,
  };
}

function fontSizeOf(field: FormField): number {
  const own = field.acroField().get('DA');
  const text = own instanceof PdfString ? own.asString() : field.defaultAppearance;
  const size = Number(/([\d.]+)\s+Tf/.exec(text ?? '')?.[1] ?? 0);
  return Number.isFinite(size) && size <= 72 ? size : 0;
}

export function pageShapes(pages: readonly PDFPage[]): PageShape[] {
  return pages.map((page) => {
    const [media, crop] = [page.getMediaBox(), page.getCropBox()].map(cornersOf);
    return { crop: media && crop ? overlap(crop, media) : LETTER, rotation: page.rotation };
  });
}

const LETTER: Box = { x1: 0, y1: 0, x2: 612, y2: 792 };

function cornersOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Box {
  return orderedBox([x, y, x + width, y + height]) ?? LETTER;
}
