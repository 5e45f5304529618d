import { isLanguage, LANGUAGE_INFO } from '@ledgerline/contract/languages';
import { type PDF, type PDFPage, rgb } from '@libpdf/core';
import { drawLogo } from '#platform/pdf/sheet.ts';
import { isolated } from '#platform/pdf/text/shape.ts';
import type { TextWriter } from '#platform/pdf/text/text-writer.ts';
import type { EnvelopeState } from '#platform/ports/esign.ts';
import { checkFinished } from './inspect.ts';
import { openTemplate } from './open-template.ts';
import { drawEntries, type Entries } from './render.ts';
import type { EventRecord, SignerRecord } from './repository.ts';
import { type Seal, sealPdf } from './seal-pdf.ts';
import { signingTime } from './signing-date.ts';

export interface Finishing {
  entries: Entries;
  certificate: CertificateFacts;
  seal: Seal;
  now: Date;
}

/**
 * The finished file: entries and signatures drawn in, the certificate page appended, everything sealed. EsignError `invalid`
 * when an independent reader does not find all content of the template in it.
 */
export async function finishDocument(
  bytes: Uint8Array,
  { entries, certificate, seal, now }: Finishing,
  nextStep: () => void,
): Promise<Uint8Array> {
  const template = await openTemplate(bytes);
  nextStep();
  const { pdf } = template;
  const writer = drawEntries(template, entries);
  addCertificatePages(pdf, writer, certificate);
  pdf.setTitle(certificate.title);
  pdf.setProducer(certificate.brokerage);
  pdf.setModificationDate(now);
  const plain = await writer.save();
  nextStep();
  const sealed = await sealPdf(plain, seal, { reason: `Sealed by ${certificate.brokerage}`, now });
  nextStep();
  await checkFinished({ template: bytes, finished: sealed }, nextStep);
  return sealed;
}

interface CertificateFacts {
  brokerage: string;
  /** Above the title; null without one. */
  logo?: Buffer | null;
  timeZone: string;
  title: string;
  envelopeId: string;
  templateName: string;
  templateSha256: string;
  signers: readonly SignerRecord[];
  events: readonly EventRecord[];
  choices: EnvelopeState['choices'];
}

const LEFT = 54;
const RIGHT = 558;
const TOP = 738;
const BOTTOM = 54;
const LABEL_WIDTH = 142;
const BOXES =
  'A □ marks a character that no font in this portal can display. Copying the text returns the original character.';
const GREY = rgb(0.38, 0.42, 0.48);
const INK = rgb(0.05, 0.07, 0.12);

/** Lays out text from top to bottom; starts a new page when the next line does not fit. */
function writerOn(pdf: PDF, writer: TextWriter) {
  let page: PDFPage = pdf.addPage({ size: 'letter' });
  let y = TOP;
  const ensureSpace = (height: number) => {
    if (y - height >= BOTTOM) return;
    page = pdf.addPage({ size: 'letter' });
    y = TOP;
  };
  /** Draws lines from the current height downward; text longer than a page continues on the next one. */
  const write = (text: string, x: number, size: number, color = INK) => {
    for (const line of writer.lines(text, size, RIGHT - x)) {
      ensureSpace(size * 1.3);
      writer.draw(page, line, { x, y, size, color });
      y -= size * 1.3;
    }
  };
  return {
    logo(png: Uint8Array) {
      y -= drawLogo(pdf, page, png, { x: LEFT, top: y + 12 }) + 14;
    },
    text(text: string, size: number, color = INK) {
      ensureSpace(size * 3);
      write(text, LEFT, size, color);
      y -= size * 0.5;
    },
    heading(text: string) {
      ensureSpace(60);
      y -= 10;
      page.drawText(text, { x: LEFT, y, size: 11.5, font: 'Helvetica-Bold', color: INK });
      page.drawLine({
        start: { x: LEFT, y: y - 5 },
        end: { x: RIGHT, y: y - 5 },
        color: GREY,
        thickness: 0.5,
      });
      y -= 18;
    },
    row(label: string, value: string) {
      const height = writer.lines(value, 9, RIGHT - LEFT - LABEL_WIDTH).length * 11.7;
      ensureSpace(Math.min(height, TOP - BOTTOM));
      writer.draw(page, label, { x: LEFT, y, size: 9, color: GREY });
      write(value, LEFT + LABEL_WIDTH, 9);
      y -= 2;
    },
  };
}

/** The last pages: who signed what, when and from where, and how to verify that nothing has changed since. */
function addCertificatePages(pdf: PDF, text: TextWriter, facts: CertificateFacts): void {
  const writer = writerOn(pdf, text);
  const at = (instant: Date | null) => (instant ? signingTime(instant, facts.timeZone) : 'not recorded');
  if (facts.logo) writer.logo(facts.logo);
  writer.text('Certificate of completion', 19);
  writer.text(facts.brokerage, 11, GREY);
  writer.heading('Document');
  writer.row('Title', facts.title);
  writer.row('Envelope', facts.envelopeId);
  writer.row('Original file', `${facts.templateName}.pdf`);
  writer.row('SHA-256 of the original', facts.templateSha256);
  for (const signer of facts.signers) {
    writer.heading(signer.role === 'advisor' ? 'Advisor' : 'Client');
    for (const [label, value] of signerRows(signer, at)) writer.row(label, value);
  }
  const chosen = choiceRows(facts.choices);
  if (chosen.length > 0) writer.heading('Chosen options');
  for (const [label, value] of chosen) writer.row(label, value);
  writer.heading('History');
  for (const event of facts.events) writer.row(at(event.happened_at), eventText(event));
  writer.text(
    `This document is sealed with the certificate of ${isolated(facts.brokerage)}. Any change made to the file afterwards breaks the seal, which PDF readers report.`,
    8.5,
    GREY,
  );
  if (text.hasBoxes) writer.text(BOXES, 8.5, GREY);
}

type Row = [string, string];

function signerRows(signer: SignerRecord, at: (instant: Date | null) => string): Row[] {
  const code = signer.consent_language ?? '';
  const language = isLanguage(code) ? LANGUAGE_INFO[code].name : code;
  return [
    ['Name', signer.name],
    ...(signer.typed_name === signer.name ? [] : [['Signed as', signer.typed_name ?? ''] satisfies Row]),
    ['Email', signer.email ?? 'not recorded'],
    ['Opened', at(signer.viewed_at)],
    ['Consent', `${at(signer.consent_at)}, to electronic records and signatures, in ${language}`],
    ['Signed', at(signer.signed_at)],
    ['IP address', signer.address ?? 'not recorded'],
    ['Browser', signer.user_agent || 'not recorded'],
    ['Method', methodText(signer, at)],
  ];
}

function methodText(
  { method, signature_saved_at }: SignerRecord,
  at: (instant: Date | null) => string,
): string {
  const how = method === 'drawn' ? 'Signature drawn by hand' : 'Name typed';
  return signature_saved_at === null
    ? how
    : `${how}; saved ${at(signature_saved_at)} and adopted for this document at signing`;
}

function choiceRows({ checkboxTabs, listTabs }: EnvelopeState['choices']): Row[] {
  const checked = Object.entries(checkboxTabs).filter(([, isChecked]) => isChecked);
  return [
    ...checked.map(([label]): Row => ['Checked', label]),
    ...Object.entries(listTabs).map(([label, item]): Row => ['Chosen', `${label}: ${item}`]),
  ];
}

const EVENTS: Readonly<Record<string, string>> = {
  created: 'Envelope created',
  sent: 'Sent for signing',
  opened: 'Document opened',
  consent: 'Consent to electronic records given',
  signed: 'Signed',
  declined: 'Declined',
  voided: 'Voided',
  sealed: 'All signers have signed; document sealed',
};

function eventText(event: EventRecord): string {
  const by = event.role ? ` by the ${event.role}` : '';
  const where = event.address ? `, from ${event.address}` : '';
  return `${EVENTS[event.kind] ?? event.kind}${by}${where}`;
}
