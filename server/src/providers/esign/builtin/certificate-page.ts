import { isLanguage, SPOKEN } from '@ledgerline/contract/languages';
import { type EmbeddedFont, layoutText, type PDF, type PDFPage, rgb } from '@libpdf/core';
import { drawable } from '#platform/pdf/text-font.ts';
import type { EnvelopeState } from '#platform/ports/esign.ts';
import type { EventRecord, SignerRecord } from './repository.ts';
import { signingTime } from './signing-date.ts';

export interface CertificateFacts {
  brokerage: string;
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
const GREY = rgb(0.38, 0.42, 0.48);
const INK = rgb(0.05, 0.07, 0.12);

/** Pages of text from top to bottom; a new one is begun where the next line finds no room. */
function writerOn(pdf: PDF, font: EmbeddedFont) {
  let page: PDFPage = pdf.addPage({ size: 'letter' });
  let y = TOP;
  const room = (height: number) => {
    if (y - height >= BOTTOM) return;
    page = pdf.addPage({ size: 'letter' });
    y = TOP;
  };
  const write = (text: string, x: number, size: number, color = INK) => {
    const words = drawable(text, font);
    const { height } = layoutText(words, font, size, RIGHT - x, size * 1.3);
    page.drawText(words, { x, y, size, font, color, maxWidth: RIGHT - x, lineHeight: size * 1.3 });
    return height;
  };
  return {
    text(text: string, size: number, color = INK) {
      room(size * 3);
      y -= write(text, LEFT, size, color) + size * 0.5;
    },
    heading(text: string) {
      room(60);
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
      const height = layoutText(drawable(value, font), font, 9, RIGHT - LEFT - LABEL_WIDTH, 11.7).height;
      room(Math.min(height, TOP - BOTTOM));
      page.drawText(drawable(label, font), { x: LEFT, y, size: 9, font, color: GREY });
      write(value, LEFT + LABEL_WIDTH, 9);
      y -= height + 2;
    },
  };
}

/** The last pages: who signed what, when, from where, and how to tell that nothing was changed since. */
export function addCertificatePages(pdf: PDF, font: EmbeddedFont, facts: CertificateFacts): void {
  const writer = writerOn(pdf, font);
  const at = (instant: Date | null) => (instant ? signingTime(instant, facts.timeZone) : 'not recorded');
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
    `This document is sealed with the certificate of ${facts.brokerage}. Any change made to the file afterwards breaks the seal, which PDF readers report.`,
    8.5,
    GREY,
  );
}

type Row = [string, string];

function signerRows(signer: SignerRecord, at: (instant: Date | null) => string): Row[] {
  const code = signer.consent_language ?? '';
  const language = isLanguage(code) ? SPOKEN[code].name : code;
  return [
    ['Name', signer.name],
    ...(signer.typed_name === signer.name ? [] : [['Signed as', signer.typed_name ?? ''] satisfies Row]),
    ['Email', signer.email ?? 'none on record'],
    ['Opened', at(signer.viewed_at)],
    ['Consent', `${at(signer.consent_at)}, to electronic records and signatures, in ${language}`],
    ['Signed', at(signer.signed_at)],
    ['IP address', signer.address ?? 'not recorded'],
    ['Browser', signer.user_agent || 'not recorded'],
    ['Method', signer.method === 'drawn' ? 'Signature drawn by hand' : 'Name typed'],
  ];
}

function choiceRows({ checkboxTabs, listTabs }: EnvelopeState['choices']): Row[] {
  const ticked = Object.entries(checkboxTabs).filter(([, isTicked]) => isTicked);
  return [
    ...ticked.map(([label]): Row => ['Ticked', label]),
    ...Object.entries(listTabs).map(([label, item]): Row => ['Chosen', `${label}: ${item}`]),
  ];
}

const EVENTS: Readonly<Record<string, string>> = {
  created: 'Envelope made',
  sent: 'Sent for signing',
  opened: 'Document opened',
  consent: 'Consent to electronic records given',
  signed: 'Signed',
  declined: 'Declined',
  voided: 'Voided',
  sealed: 'All have signed; document sealed',
};

function eventText(event: EventRecord): string {
  const by = event.role ? ` by the ${event.role}` : '';
  const where = event.address ? `, from ${event.address}` : '';
  return `${EVENTS[event.kind] ?? event.kind}${by}${where}`;
}
