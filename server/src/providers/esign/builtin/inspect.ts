import { PDF } from '@libpdf/core';
import type { EsignSigner, EsignTemplate } from '#platform/ports/esign.ts';
import { type FieldValues, tabsOf } from './field-owners.ts';
import { openTemplate } from './open-template.ts';
import { drawEntries, type Entries } from './render.ts';
import type { TemplateField } from './template-fields.ts';

/** What the library knows of a PDF. */
export interface Inspection {
  pageCount: number;
  recipients: EsignSigner[];
  tabs: EsignTemplate['tabs'];
}

/** One transparent point. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Reads a PDF and tries what signing will do with it: every field filled in, every signature drawn, the file written
 * and read again. EsignError `invalid` says why it cannot be used.
 */
export async function inspectTemplate(bytes: Uint8Array): Promise<Inspection> {
  const template = await openTemplate(bytes);
  const { recipients, fields, pages } = template;
  const found = { pageCount: pages.length, recipients, tabs: tabsOf(fields) };
  const signature = { image: POINT, name: 'Name', date: '01/01/2000' };
  const signatures: Entries['signatures'] = { advisor: signature, client: signature };
  const writer = drawEntries(template, { values: trialValues(fields), signatures });
  const written = await PDF.load(await writer.save());
  if (written.getPageCount() !== pages.length) throw new Error('pages were lost on the way');
  return found;
}

function trialValues(fields: readonly TemplateField[]): FieldValues {
  return Object.fromEntries(
    fields.map(({ name, kind, options }) => [name, kind === 'checkbox' ? true : (options[0] ?? 'Text')]),
  );
}
