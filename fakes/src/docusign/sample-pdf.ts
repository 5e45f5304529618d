import { PDF } from '@libpdf/core';
import type { FakeDocument, FakeEnvelope, Tab } from './books.ts';

const LINES_PER_PAGE = 40;

/** Documents of a template with empty fields. */
export function blankPdf(documents: FakeDocument[]): Promise<Uint8Array> {
  return buildPdf(documents.map(({ name, lines }) => ({ title: name, lines })));
}

/** Documents of an envelope with the current values and signatures, followed by the certificate on request. */
export function envelopePdf(
  envelope: FakeEnvelope,
  documents: FakeDocument[],
  withCertificate: boolean,
): Promise<Uint8Array> {
  const sheets = documents.map(({ name, lines }) => ({
    title: name,
    lines: [...lines, '', ...values(envelope), '', ...signatures(envelope)],
  }));
  const lines = [`Envelope ${envelope.envelopeId}: ${envelope.status}`, '', ...signatures(envelope)];
  if (withCertificate) sheets.push({ title: 'Certificate Of Completion', lines });
  return buildPdf(sheets);
}

export function pageCount({ lines }: FakeDocument): number {
  return Math.max(1, Math.ceil(lines.length / LINES_PER_PAGE));
}

function values({ recipients }: FakeEnvelope): string[] {
  return recipients.flatMap(({ tabs }) =>
    Object.values(tabs).flatMap((kind) =>
      kind.filter(isFilled).map((tab) => `${tab.tabLabel ?? tab.groupName}: ${tab.value || '[x]'}`),
    ),
  );
}

function isFilled({ value, selected }: Tab): boolean {
  return selected === 'true' || (value ?? '') !== '';
}

function signatures({ recipients }: FakeEnvelope): string[] {
  return recipients.map(({ roleName, name, status, signedDateTime }) =>
    signedDateTime
      ? `${roleName}: signed by ${name} at ${signedDateTime}`
      : `${roleName}: ${name}, ${status}`,
  );
}

async function buildPdf(sheets: { title: string; lines: string[] }[]): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (const { title, lines } of sheets) {
    for (let from = 0; from === 0 || from < lines.length; from += LINES_PER_PAGE) {
      const page = pdf.addPage({ size: 'letter' });
      page.drawText(`${plain(title)} (fake DocuSign)`, { x: 60, y: 735, size: 14, font: 'Helvetica-Bold' });
      for (const [row, line] of lines.slice(from, from + LINES_PER_PAGE).entries()) {
        page.drawText(plain(line), { x: 60, y: 705 - row * 16, size: 10, font: 'Helvetica' });
      }
    }
  }
  return pdf.save();
}

/** The standard fonts support only Latin-1. */
function plain(text: string): string {
  return text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?');
}
