import { DEFAULT_ACCOUNT } from '@ledgerline/contract/rules';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import { cleanFileName } from '#platform/http/uploaded-file.ts';
import { publishLiveEvent } from '#platform/live.ts';
import type { EsignTemplate } from '#platform/ports/esign.ts';
import { removeFiles, storeThenWrite } from '#platform/storage/store-file.ts';
import * as documents from '../documents/repository.ts';
import { addDocuments, removeDocuments, storePdf } from '../documents/service.ts';
import { freeLinkIdFor } from '../prepare-template.ts';
import * as templates from '../repository.ts';
import { cleanTabs } from '../rules.ts';
import * as repository from './repository.ts';

type Preview = Awaited<ReturnType<typeof storePdf>>;

/**
 * Reads the documents first and writes afterwards, so that no transaction is open during provider calls. True when the
 * template has previews that it did not have before.
 */
export async function storeTemplate(ctx: Context, template: EsignTemplate): Promise<boolean> {
  const { id } = template;
  const written = await storeThenWrite(
    ctx,
    async (keys) => {
      const previews: Preview[] = [];
      for (const { documentId, name } of template.documents) {
        const bytes = await ctx.deps.esign.templateDocument(id, documentId);
        const preview = await storePdf(ctx, { name: cleanFileName(name), bytes });
        keys.push(preview.storage_key);
        previews.push(preview);
      }
      return previews;
    },
    async (inside, previews) => ({ previews, outcome: await write(inside, template, previews) }),
  );
  // Another sync wrote this version first: its previews stay, these are removed.
  if (written.outcome === 'seen') {
    await removeFiles(
      ctx.deps,
      written.previews.map(({ storage_key }) => storage_key),
    );
  }
  return written.outcome === 'new previews';
}

/** What the agents set stays: names, folder, prices, notes and link id (TE-089). */
async function write(
  ctx: Context,
  template: EsignTemplate,
  previews: Preview[],
): Promise<'seen' | 'synced' | 'new previews'> {
  await repository.lockSync(ctx.db);
  const known = await templates.lockByProviderId(ctx.db, template.id);
  if (known?.synced_version === template.version) return 'seen';
  const now = ctx.deps.clock.now();
  const columns = {
    ...providerColumns(template),
    template_provider: ctx.deps.esign.name,
    provider_missing_at: null,
    updated_at: now,
  };
  const row =
    known ?? (await templates.insertTemplate(ctx.db, { ...(await ownColumns(ctx, template)), ...columns }));
  if (known) await templates.changeTemplate(ctx.db, known.id, columns);
  const before = (await documents.listDocuments(ctx.db, row.id)).filter(({ source }) => source === 'sync');
  await removeDocuments(ctx, before);
  await addDocuments(
    ctx,
    previews.map((preview) => ({ ...preview, form_id: row.id, source: 'sync', created_at: now })),
  );
  await note(ctx, row, template.version, known === undefined);
  return before.length === 0 && previews.length > 0 ? 'new previews' : 'synced';
}

function providerColumns(template: EsignTemplate) {
  const { tabs, version } = template;
  return { tab_metadata: cleanTabs(tabs), ...signersIn(template), synced_version: version };
}

/** The signers of a document, as columns of its template. */
export function signersIn({ recipients }: EsignTemplate) {
  return {
    pending_advisor_signature: recipients.includes('advisor'),
    pending_client_signature: recipients.includes('client'),
    next_signer_role: recipients[0] ?? null,
  };
}

async function ownColumns(ctx: Context, { id, name }: EsignTemplate) {
  return {
    type: 'DocuSign',
    form_name_agent: name,
    form_name_client: name,
    form_link_id: await freeLinkIdFor(ctx.db, name),
    docusign_template_id: id,
    merchant: DEFAULT_ACCOUNT,
    square_account: DEFAULT_ACCOUNT,
    display_order: await templates.nextDisplayOrder(ctx.db, null),
    created_at: ctx.deps.clock.now(),
  };
}

async function note(
  ctx: Context,
  row: templates.TemplateRow,
  version: string,
  isNew: boolean,
): Promise<void> {
  const entry = { entity: 'template', entity_id: row.id };
  await writeAudit(ctx, [
    isNew
      ? { ...entry, action: 'created', new_value: row.form_name_agent }
      : { ...entry, action: 'synced', old_value: row.synced_version, new_value: version },
  ]);
  await publishLiveEvent(ctx, { kind: 'templates', action: isNew ? 'created' : 'updated', ids: [row.id] });
}
