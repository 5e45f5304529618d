import type { EsignDocument } from '#platform/ports/esign.ts';
import { type DocusignTools, pathOf, requireRow } from './envelopes.ts';
import { inOrder, pdfDocument } from './templates.ts';
import { envelopeDocumentsSchema } from './wire.ts';

/** The signed documents; `combined` includes the certificate. */
export async function listDocuments(tools: DocusignTools, envelopeId: string): Promise<EsignDocument[]> {
  await requireRow(tools, envelopeId);
  const path = `${pathOf(envelopeId)}/documents`;
  const { envelopeDocuments } = await tools.client.read(path, envelopeDocumentsSchema);
  const isSigned = ({ documentId, type }: { documentId: string; type: string }) =>
    documentId !== 'certificate' && type !== 'summary';
  return inOrder(envelopeDocuments.filter(isSigned)).map(pdfDocument);
}

export async function readDocument(
  tools: DocusignTools,
  envelopeId: string,
  documentId: string,
): Promise<Buffer> {
  await requireRow(tools, envelopeId);
  const path = `${pathOf(envelopeId)}/documents/${encodeURIComponent(documentId)}`;
  return tools.client.readPdf(path, documentId === 'combined' ? { query: { certificate: 'true' } } : {});
}
