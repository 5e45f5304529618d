import type { Express, Request } from 'express';
import { ApiError, answer, badParameter, choices, dateQuery, page, pathPart, query } from './answers.ts';
import type { Books, FakeRole, FakeTemplate } from './books.ts';
import type { Downloads } from './downloads.ts';
import { blankPdf, pageCount } from './sample-pdf.ts';

const ROOT = '/restapi/v2.1/accounts/:accountId/templates';
const NO_RECIPIENTS = {
  agents: [],
  editors: [],
  intermediaries: [],
  carbonCopies: [],
  certifiedDeliveries: [],
  inPersonSigners: [],
  seals: [],
  witnesses: [],
  notaries: [],
};

export function templateRoutes(app: Express, books: Books, downloads: Downloads): void {
  app.get(
    ROOT,
    answer((request) => listTemplates(books, request)),
  );
  app.get(
    `${ROOT}/:templateId`,
    answer((request) => {
      const include = choices(request, 'include', [
        'powerforms',
        'tabs',
        'documents',
        'favorite_template_status',
      ]);
      const template = wanted(books, request);
      return {
        json: {
          ...summary(template),
          recipients: templateRecipients(template, include.has('tabs')),
          ...(include.has('documents') ? { documents: documents(template) } : {}),
        },
      };
    }),
  );
  templateRecipientRoutes(app, books);
  templateDocumentRoutes(app, books, downloads);
}

function templateRecipientRoutes(app: Express, books: Books): void {
  app.get(
    `${ROOT}/:templateId/recipients`,
    answer((request) => ({
      json: templateRecipients(wanted(books, request), query(request, 'include_tabs') === 'true'),
    })),
  );
  app.get(
    `${ROOT}/:templateId/recipients/:recipientId/tabs`,
    answer((request) => {
      const id = pathPart(request, 'recipientId');
      const role = wanted(books, request).roles.find(({ recipientId }) => recipientId === id);
      if (!role) throw new ApiError('INVALID_RECIPIENT_ID', 'Invalid recipient id.');
      return { json: role.tabs };
    }),
  );
  app.get(
    `${ROOT}/:templateId/custom_fields`,
    answer((request) => {
      wanted(books, request);
      return { json: { textCustomFields: [], listCustomFields: [] } };
    }),
  );
}

function templateDocumentRoutes(app: Express, books: Books, downloads: Downloads): void {
  app.get(
    `${ROOT}/:templateId/documents`,
    answer((request) => {
      const template = wanted(books, request);
      const templateDocuments = documents(template).map(({ pages: _pages, ...rest }) => rest);
      return { json: { templateId: template.templateId, templateDocuments } };
    }),
  );
  app.get(
    `${ROOT}/:templateId/documents/:documentId`,
    downloads.limit,
    answer(async (request) => {
      const template = wanted(books, request);
      const id = pathPart(request, 'documentId');
      const found = template.documents.filter(({ documentId }) => id === 'combined' || documentId === id);
      if (found.length === 0) {
        throw new ApiError('DOCUMENT_DOES_NOT_EXIST', 'The document specified was not found.');
      }
      return { pdf: await blankPdf(found), name: `${template.name}.pdf` };
    }),
  );
}

function listTemplates(books: Books, request: Request) {
  const include = choices(request, 'include', [
    'powerforms',
    'documents',
    'folders',
    'favorite_template_status',
    'advanced_templates',
    'recipients',
    'custom_fields',
    'notifications',
  ]);
  const found = books.state.templates.filter(filter(request));
  const sortKey = sortBy(request);
  const direction = one(request, 'order', ['asc', 'desc']) === 'desc' ? -1 : 1;
  found.sort((a, b) => (sortKey(a) < sortKey(b) ? -direction : direction));
  const { items, paging } = page(request, found, 2000);
  const envelopeTemplates = items.map((template) => ({
    ...summary(template),
    ...(include.has('recipients') ? { recipients: templateRecipients(template, false) } : {}),
    ...(include.has('documents') ? { documents: documents(template) } : {}),
  }));
  return { json: { ...paging, envelopeTemplates } };
}

/** Without `user_filter`, DocuSign lists the user's own templates. */
function filter(request: Request): (template: FakeTemplate) => boolean {
  const from = dateQuery(request, 'modified_from_date') ?? Number.NEGATIVE_INFINITY;
  const to = dateQuery(request, 'modified_to_date') ?? Number.POSITIVE_INFINITY;
  const ownership = one(request, 'user_filter', ['owned_by_me', 'shared_with_me', 'all']) ?? 'owned_by_me';
  const text = query(request, 'search_text')?.toLowerCase() ?? '';
  return ({ lastModified, isOwnedByUser, name }) => {
    const at = Date.parse(lastModified);
    const isIncluded = ownership === 'all' || isOwnedByUser === (ownership === 'owned_by_me');
    return isIncluded && at >= from && at < to && name.toLowerCase().includes(text);
  };
}

function sortBy(request: Request): (template: FakeTemplate) => string {
  const by = one(request, 'order_by', ['name', 'modified', 'used']) ?? 'name';
  return by === 'name' ? ({ name }) => name : ({ lastModified }) => lastModified;
}

function one(request: Request, name: string, allowed: readonly string[]): string | undefined {
  const [value, ...more] = choices(request, name, allowed);
  if (more.length > 0) throw badParameter(`Query parameter '${name}' has more than one value.`);
  return value;
}

function wanted(books: Books, request: Request): FakeTemplate {
  const template = books.template(pathPart(request, 'templateId'));
  if (!template) throw new ApiError('TEMPLATE_ID_INVALID', 'Invalid template ID.');
  return template;
}

function summary(template: FakeTemplate) {
  const { templateId, name, created, lastModified, isDeleted } = template;
  const folderName = isDeleted ? 'Deleted Items' : 'Templates';
  const owner = { userName: 'Template Owner', email: 'owner@example.test' };
  return {
    templateId,
    uri: `/templates/${templateId}`,
    name,
    description: '',
    shared: 'true',
    passwordProtected: 'false',
    created,
    lastModified,
    lastModifiedBy: owner,
    owner,
    pageCount: String(template.documents.reduce((sum, document) => sum + pageCount(document), 0)),
    folderName,
    emailSubject: `Please sign: ${name}`,
    emailBlurb: '',
    signingLocation: 'Online',
  };
}

function documents({ templateId, documents: all }: FakeTemplate) {
  return all.map((document, position) => ({
    documentId: document.documentId,
    uri: `/envelopes/${templateId}/documents/${document.documentId}`,
    name: document.name,
    order: String(position + 1),
    pages: String(pageCount(document)),
    display: 'inline',
    includeInDownload: 'true',
  }));
}

function templateRecipients({ roles }: FakeTemplate, withTabs: boolean) {
  return {
    ...NO_RECIPIENTS,
    signers: roles.map((role) => roleAsSigner(role, withTabs)),
    recipientCount: String(roles.length),
  };
}

function roleAsSigner({ roleName, recipientId, routingOrder, tabs }: FakeRole, withTabs: boolean) {
  return {
    roleName,
    recipientId,
    recipientIdGuid: '00000000-0000-0000-0000-000000000000',
    routingOrder: String(routingOrder),
    name: '',
    email: '',
    defaultRecipient: 'false',
    recipientType: 'signer',
    ...(withTabs ? { tabs } : {}),
  };
}
