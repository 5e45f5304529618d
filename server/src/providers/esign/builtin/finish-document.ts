import { addCertificatePages, type CertificateFacts } from './certificate-page.ts';
import { checkFinished } from './inspect.ts';
import { openTemplate } from './open-template.ts';
import { drawEntries, type Entries } from './render.ts';
import { type Seal, sealPdf } from './seal-pdf.ts';

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
