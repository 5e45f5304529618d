import { addCertificatePages, type CertificateFacts } from './certificate-page.ts';
import { assertComplete } from './inspect-safely.ts';
import type { OpenTemplate } from './open-template.ts';
import { drawEntries, type Entries } from './render.ts';
import { type Seal, sealPdf } from './seal.ts';

/**
 * The finished file: entries and signatures drawn in, the certificate behind them, the seal over all of it. EsignError
 * `content_lost` where it does not have all that the template has.
 */
export async function finishDocument(
  template: OpenTemplate,
  entries: Entries,
  facts: CertificateFacts,
  seal: Seal,
  now: Date,
): Promise<Buffer> {
  const { pdf } = template;
  const writer = drawEntries(template, entries);
  addCertificatePages(pdf, writer, facts);
  pdf.setTitle(facts.title);
  pdf.setProducer(facts.brokerage);
  pdf.setModificationDate(now);
  const plain = await writer.save();
  const sealed = await sealPdf(plain, seal, { reason: `Sealed by ${facts.brokerage}`, now });
  await assertComplete(template.source, sealed);
  return sealed;
}
