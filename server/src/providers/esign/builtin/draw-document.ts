import { rgb } from '@libpdf/core';
import { upright } from './draw-fields.ts';
import { type OpenTemplate, openTemplate } from './open-template.ts';
import { shownSize } from './page-geometry.ts';
import { drawEntries, type Entries } from './render.ts';

export interface Drawing extends Entries {
  /** Marks a document that ended without all signatures. */
  stamp?: 'voided' | 'declined' | undefined;
}

/** A document with the current entries drawn in as static page content: nothing in it executes or can be filled in. */
export async function drawDocument(bytes: Uint8Array, { stamp, ...entries }: Drawing): Promise<Uint8Array> {
  const template = await openTemplate(bytes);
  const writer = drawEntries(template, entries);
  if (stamp) stampPages(stamp, template);
  return writer.save();
}

/** At the top right of every page. */
function stampPages(stamp: 'voided' | 'declined', { pages, shapes }: OpenTemplate): void {
  for (const [position, page] of pages.entries()) {
    const shape = shapes[position];
    if (!shape) continue;
    const spot = { page, box: shape.crop, ...shownSize(shape) };
    const textOptions = {
      x: spot.width - 100,
      y: spot.height - 28,
      size: 14,
      font: 'Helvetica-Bold' as const,
    };
    upright(spot, () => page.drawText(stamp.toUpperCase(), { ...textOptions, color: rgb(0.78, 0.1, 0.1) }));
  }
}
