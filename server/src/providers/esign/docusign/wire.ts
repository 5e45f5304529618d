import { z } from 'zod';

/**
 * The parts of DocuSign's responses that we use, as narrow as needed. Live responses contain numbers and nulls where the
 * contract has strings, and undocumented properties; all of that is accepted.
 */
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)));

const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);

export const errorSchema = z.object({ errorCode: text, message: text });
export const oauthErrorSchema = z.object({ error: text, error_description: text });

export const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
export const userInfoSchema = z.object({
  accounts: list(z.object({ account_id: text, account_name: text, base_uri: text })),
});

const tabSchema = z.object({
  tabLabel: text,
  name: text,
  groupName: text,
  groupLabel: text,
  documentId: text,
  pageNumber: text,
  xPosition: text,
  yPosition: text,
  value: text,
  selected: text,
  listSelectedValue: text,
  maxLength: text,
  listItems: list(z.object({ text, value: text, selected: text })),
});
export type Tab = z.output<typeof tabSchema>;

/** Tab type → its tabs; types that are not a list of tabs are skipped. */
export const tabsSchema = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((kinds) => {
    const known = new Map<string, Tab[]>();
    for (const [kind, value] of Object.entries(kinds ?? {})) {
      const tabs = z.array(tabSchema).safeParse(value);
      if (tabs.success && tabs.data.length > 0) known.set(kind, tabs.data);
    }
    return known;
  });
export type Tabs = z.output<typeof tabsSchema>;

const signerSchema = z.object({
  recipientId: text,
  roleName: text,
  clientUserId: text,
  name: text,
  email: text,
  status: text,
  routingOrder: text,
  signedDateTime: text,
  tabs: tabsSchema,
});
export type Signer = z.output<typeof signerSchema>;

export const recipientsSchema = z.object({
  signers: list(signerSchema),
  inPersonSigners: list(z.object({ roleName: text })),
});

const customFieldsSchema = z
  .object({ textCustomFields: list(z.object({ name: text, value: text })) })
  .nullish()
  .transform((fields) => fields?.textCustomFields ?? []);

export const envelopeSchema = z.object({
  envelopeId: text,
  transactionId: text,
  status: text,
  statusChangedDateTime: text,
  completedDateTime: text,
  voidedDateTime: text,
  recipients: recipientsSchema.nullish(),
  customFields: customFieldsSchema,
});
export type Envelope = z.output<typeof envelopeSchema>;

const page = { endPosition: text, totalSetSize: text };

export const envelopeListSchema = z.object({
  ...page,
  envelopes: list(envelopeSchema),
  envelopeTransactionStatuses: list(z.object({ envelopeId: text, transactionId: text })),
});

export const createdEnvelopeSchema = z.object({ envelopeId: z.string().min(1), status: text });
export const viewSchema = z.object({ url: z.url() });
export const nothingSchema = z.unknown();

const documentSchema = z.object({ documentId: text, name: text, order: text, type: text });
export const envelopeDocumentsSchema = z.object({ envelopeDocuments: list(documentSchema) });

export const templateSchema = z.object({
  templateId: text,
  name: text,
  lastModified: text,
  folderName: text,
  recipients: recipientsSchema.nullish(),
  documents: list(documentSchema),
});
export type Template = z.output<typeof templateSchema>;

export const templateListSchema = z.object({ ...page, envelopeTemplates: list(templateSchema) });

/** A message of Connect in JSON SIM. */
export const connectSchema = z.object({
  event: text,
  generatedDateTime: text,
  data: z.object({
    accountId: text,
    envelopeId: text,
    recipientId: text,
    /** An unparseable summary counts as missing: DocuSign is then queried. */
    envelopeSummary: envelopeSchema.nullish().catch(null),
  }),
});

/** Parses DocuSign's timestamps, `2026-02-03T09:30:00.0000000Z`; null when empty. */
export function instantOf(value: string): Date | null {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? null : at;
}

/** The start of the next page; null when this page was the last, is empty or leads nowhere. */
export function nextPage(
  page: { endPosition: string; totalSetSize: string },
  onPage: number,
  position: number,
): number | null {
  const next = Number(page.endPosition) + 1;
  return onPage > 0 && next > position && next < Number(page.totalSetSize) ? next : null;
}
