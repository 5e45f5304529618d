import type { EsignTemplateSummary } from '#platform/ports/esign.ts';
import {
  type EsignDocument,
  EsignError,
  type EsignSigner,
  type EsignTemplate,
} from '#platform/ports/esign.ts';
import type { DocusignClient } from './docusign-client.ts';
import type { RetryMode } from './retries.ts';
import { type DocusignSettings, signerOfRole } from './settings.ts';
import { tabsOf } from './tabs.ts';
import { nextPage, type Tabs, type Template, templateListSchema, templateSchema } from './wire.ts';

interface Tools {
  client: DocusignClient;
  settings: DocusignSettings;
}

const PAGE_SIZE = 100;
const DELETED = 'deleted items';

/** All templates that the API user can use. Newest first: a template that changes meanwhile is listed twice, never missed. */
export async function listTemplates({ client }: Tools): Promise<EsignTemplateSummary[]> {
  const found = new Map<string, EsignTemplateSummary>();
  for (let position: number | null = 0; position !== null; ) {
    const page = await client.read('/templates', templateListSchema, {
      query: {
        count: String(PAGE_SIZE),
        start_position: String(position),
        order_by: 'modified',
        order: 'desc',
        user_filter: 'all',
      },
      retryMode: 'background',
    });
    for (const template of page.envelopeTemplates) {
      const isDeleted = template.folderName.trim().toLowerCase() === DELETED;
      if (template.templateId && !isDeleted && !found.has(template.templateId)) {
        found.set(template.templateId, summaryOf(template));
      }
    }
    position = nextPage(page, page.envelopeTemplates.length, position);
  }
  return [...found.values()];
}

/** A template with its signers by role, in signing order. */
export interface ReadTemplate {
  template: EsignTemplate;
  signers: { role: EsignSigner; roleName: string; tabs: Tabs }[];
}

export async function readTemplate(
  { client, settings }: Tools,
  id: string,
  retryMode: RetryMode = 'background',
): Promise<ReadTemplate> {
  const template = await client.read(`/templates/${encodeURIComponent(id)}`, templateSchema, {
    query: { include: 'tabs,documents' },
    retryMode,
  });
  const signers = signersOf(template, settings);
  const documents = inOrder(template.documents);
  const tabs = tabsOf(
    signers.map((signer) => signer.tabs),
    documents.map(({ documentId }) => documentId),
  );
  const recipients = signers.map(({ role }) => role);
  return {
    template: { ...summaryOf(template), id, tabs, recipients, documents: documents.map(pdfDocument) },
    signers,
  };
}

/** One document of a template, or all of them with `combined`. */
export function templateDocument({ client }: Tools, id: string, documentId: string): Promise<Buffer> {
  const path = `/templates/${encodeURIComponent(id)}/documents/${encodeURIComponent(documentId)}`;
  return client.readPdf(path, { retryMode: 'background' });
}

function summaryOf({ templateId, name, lastModified }: Template): EsignTemplateSummary {
  return { id: templateId, name: name.trim() || 'Untitled template', version: lastModified };
}

function signersOf({ recipients }: Template, { roles }: DocusignSettings): ReadTemplate['signers'] {
  const listed = recipients?.signers ?? [];
  const unknownRole =
    recipients?.inPersonSigners[0] ?? listed.find(({ roleName }) => !signerOfRole(roles, roleName));
  if (unknownRole) {
    const named = unknownRole.roleName.trim() ? `the role "${unknownRole.roleName.trim()}"` : 'no role';
    throw templateError(
      `A signer of this template has ${named}. Use "${roles.advisor}" and "${roles.client}".`,
    );
  }
  const signers = listed
    .toSorted((one, other) => (Number(one.routingOrder) || 0) - (Number(other.routingOrder) || 0))
    .flatMap(({ roleName, tabs }) => {
      const role = signerOfRole(roles, roleName);
      return role ? [{ role, roleName, tabs }] : [];
    });
  if (signers.length === 0) throw templateError('This template has no signer.');
  if (new Set(signers.map(({ role }) => role)).size < signers.length) {
    throw templateError('Two signers of this template have the same role.');
  }
  return signers;
}

function templateError(sentence: string): EsignError {
  return new EsignError('invalid', sentence);
}

export function inOrder<Document extends { order: string }>(documents: readonly Document[]): Document[] {
  return documents.toSorted((one, other) => (Number(one.order) || 0) - (Number(other.order) || 0));
}

/** DocuSign returns PDFs, whatever file type was uploaded. */
export function pdfDocument({ documentId, name }: { documentId: string; name: string }): EsignDocument {
  const base = name.trim().replace(/\.(pdf|docx?|rtf|txt|html?|xlsx?|pptx?|png|jpe?g|tiff?)$/i, '');
  return { documentId, name: `${base || `Document ${documentId}`}.pdf` };
}
