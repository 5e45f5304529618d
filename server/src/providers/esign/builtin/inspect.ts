import { PDF } from '@libpdf/core';
import { missingContent } from '#platform/pdf/missing-content.ts';
import { EsignError, type EsignSigner, type EsignTemplate } from '#platform/ports/esign.ts';
import { type FieldValues, tabsOf } from './field-owners.ts';
import { openIntactTemplate } from './open-template.ts';
import { drawEntries, type Entries } from './render.ts';
import type { TemplateField } from './template-facts.ts';
import { PROBLEMS } from './template-limits.ts';
import { assertFieldsUsable, assertNothingDestroyed } from './template-problems.ts';

/** What the library stores about a PDF. */
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
 * Reads a PDF and runs everything that signing will do with it: fills in every field, draws every signature, writes and rereads
 * the file, and compares its content. EsignError `invalid` explains why it cannot be used.
 */
export async function inspectTemplate(bytes: Uint8Array, nextStep: () => void): Promise<Inspection> {
  const template = await openIntactTemplate(bytes);
  assertNothingDestroyed(template);
  assertFieldsUsable(template);
  const { recipients, fields, pages } = template;
  const found = { pageCount: pages.length, recipients, tabs: tabsOf(fields) };
  nextStep();
  const signature = { image: POINT, name: 'Name', date: '01/01/2000' };
  const signatures: Entries['signatures'] = { advisor: signature, client: signature };
  const writer = drawEntries(template, { values: sampleValues(fields), signatures });
  const written = await writer.save();
  const { length } = (await PDF.load(written)).getPages();
  if (length !== pages.length) throw new Error('pages were lost during processing');
  await assertContentPreserved(bytes, written, nextStep);
  return found;
}

/**
 * A document is finished only after an independent reader has found all content of its template in it. EsignError `invalid`
 * otherwise, with the missing content as its cause.
 */
export async function checkFinished(
  { template, finished }: { template: Uint8Array; finished: Uint8Array },
  nextStep: () => void,
): Promise<void> {
  try {
    assertNothingDestroyed(await openIntactTemplate(template));
    nextStep();
    await assertContentPreserved(template, finished, nextStep);
  } catch (error) {
    // A reader that cannot read the file at all finds nothing.
    throw error instanceof EsignError ? error : new EsignError('invalid', PROBLEMS.damaged, { cause: error });
  }
}

async function assertContentPreserved(
  before: Uint8Array,
  after: Uint8Array,
  nextStep: () => void,
): Promise<void> {
  const missing = await missingContent(before, after, nextStep);
  if (missing) throw new EsignError('invalid', PROBLEMS.contentLost, { cause: missing });
}

function sampleValues(fields: readonly TemplateField[]): FieldValues {
  return Object.fromEntries(
    fields.map(({ name, kind, options }) => [name, kind === 'checkbox' ? true : (options[0] ?? 'Text')]),
  );
}
