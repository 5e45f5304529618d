import type { BodyOf } from '@ledgerline/contract/endpoint';
import type { FieldError } from '@ledgerline/contract/errors';
import {
  ACCOUNT_NAMES,
  DEFAULT_ACCOUNT,
  dollarsToCents,
  FORM_TYPES,
  formLinkId,
  isWebFormType,
} from '@ledgerline/contract/rules';
import { clientNameFields } from '@ledgerline/contract/submissions/form-names';
import type * as endpoints from '@ledgerline/contract/templates/endpoints';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { sanitizeNote } from '#platform/html.ts';
import * as repository from './repository.ts';
import {
  accountFrom,
  cleanCosts,
  freeLinkId,
  linkIdStart,
  requestedWebForm,
  type TemplateType,
  templateTypeOf,
} from './rules.ts';

type Ctx = Context<AgentActor>;
type Fields = BodyOf<typeof endpoints.updateTemplate>;
type Row = repository.TemplateRow;

/** The error of 0§8 for a link id of another form. */
const LINK_ID_TAKEN = 'This Form Link ID is already in use.';

/** A complete row from what the two dialogs send (decisions A16). */
export async function newTemplate(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.createTemplate>,
): Promise<repository.NewTemplateRow> {
  const { type: typed, docusign_template_id, next_signer_role, ...others } = input;
  const { pending_advisor_signature, pending_client_signature, ...fields } = others;
  const type = templateTypeOf(typed);
  if (!type) throw wrongField('type', `must be one of ${FORM_TYPES.join(', ')}`);
  if (type === 'Link' && !fields.external_url) throw wrongField('external_url', 'is required for a link');
  const columns = await columnsOf(ctx, fields);
  const named = await nameAndLink(ctx.db, type, fields);
  await assertLinkIdFree(ctx.db, named.form_link_id);
  const folder_id = fields.folder_id ?? null;
  const now = ctx.deps.clock.now();
  return {
    type,
    docusign_template_id: docusign_template_id?.trim() || null,
    next_signer_role: next_signer_role?.trim() || null,
    pending_advisor_signature: pending_advisor_signature ?? false,
    pending_client_signature: pending_client_signature ?? false,
    merchant: DEFAULT_ACCOUNT,
    square_account: DEFAULT_ACCOUNT,
    ...columns,
    ...named,
    folder_id,
    display_order: fields.display_order ?? (await repository.nextDisplayOrder(ctx.db, folder_id)),
    created_at: now,
    updated_at: now,
  };
}

/** The columns that the sent fields set; fields that were not sent set none. */
export async function columnsOf(ctx: Ctx, input: Fields, row?: Row): Promise<Partial<Row>> {
  const { notes, base_cost, itemized_costs, merchant, square_account, form_link_id, ...rest } = input;
  if (row) assertNotBlank(input, row);
  await assertFolderExists(ctx.db, input.folder_id);
  const account = accountFrom({ merchant, square_account });
  if (merchant !== undefined && !account)
    throw wrongField('merchant', `must be one of ${ACCOUNT_NAMES.join(', ')}`);
  const isMoved = row && input.folder_id !== undefined && input.folder_id !== row.folder_id;
  return {
    ...rest,
    ...(notes === undefined ? {} : { notes: sanitizeNote(notes) }),
    ...(base_cost === undefined ? {} : { base_cost: dollarsToCents(base_cost) }),
    ...(itemized_costs === undefined
      ? {}
      : { itemized_costs: itemized_costs === null ? null : cleanCosts(itemized_costs) }),
    ...(account ? { merchant: account, square_account: account } : {}),
    ...(form_link_id === undefined ? {} : { form_link_id: formLinkId(form_link_id) }),
    ...(isMoved && input.display_order === undefined
      ? { display_order: await repository.nextDisplayOrder(ctx.db, input.folder_id ?? null) }
      : {}),
  };
}

/** Lists do not show the form that has it. */
const takenByArchived = (name: string) =>
  `This Form Link ID belongs to the archived form “${name}”. Find it under Form Templates, Archived.`;

/** A link id of another form is a conflict; an unchanged one is not. */
export async function assertLinkIdFree(db: Database, linkId: string | undefined, row?: Row): Promise<void> {
  if (linkId === undefined || linkId === row?.form_link_id) return;
  const isBuiltIn = row && isWebFormType(row.type) && findWebForm(row.form_link_id);
  if (isBuiltIn) throw wrongField('form_link_id', 'The Form Link ID of a web form cannot be changed.');
  const existing = await repository.findByLinkId(db, linkId);
  if (!existing || existing.id === row?.id) return;
  const message = existing.archived_at === null ? LINK_ID_TAKEN : takenByArchived(existing.form_name_agent);
  throw new AppError('duplicate', { message, fields: [{ path: 'form_link_id', message }] });
}

/**
 * A web form uses its own title and id (TE-115, decisions F14); every other kind has two names, and a link id of its own.
 */
async function nameAndLink(db: Database, type: TemplateType, fields: Fields) {
  const agent = fields.form_name_agent ?? '';
  const client = fields.form_name_client ?? '';
  const provided = formLinkId(fields.form_link_id);
  const webForm = type === 'Web Form' ? requestedWebForm(provided, [agent, client]) : undefined;
  if (type === 'Web Form' && provided === '' && !webForm) {
    throw wrongField('form_link_id', 'Please choose a web form.');
  }
  const form_name_agent = agent || webForm?.title || '';
  const form_name_client = client || webForm?.title || '';
  const blank =
    form_name_agent === '' ? 'form_name_agent' : form_name_client === '' ? 'form_name_client' : null;
  if (blank) throw wrongField(blank, 'must not be blank');
  const form_link_id = provided || webForm?.id || (type === 'PDF' ? '' : await freeLinkIdFor(db, agent));
  return {
    form_name_agent,
    form_name_client,
    ...translated(fields, form_name_client, webForm),
    form_link_id,
  };
}

/** A web form under its own title gets that title's translations too. */
function translated(fields: Fields, name: string, webForm: ReturnType<typeof requestedWebForm>) {
  const title = findWebForm(webForm?.title === name ? webForm.id : null)?.title;
  return clientNameFields((field, language) => fields[field] || title?.[language] || '');
}

export async function freeLinkIdFor(db: Database, name: string): Promise<string> {
  return freeLinkId(name, await repository.listLinkIds(db, linkIdStart(name)));
}

/** Required values may not be cleared. */
function assertNotBlank(input: Fields, row: Row): void {
  const fields: FieldError[] = [];
  if (input.form_name_agent === '') fields.push({ path: 'form_name_agent', message: 'must not be blank' });
  if (input.form_name_client === '') fields.push({ path: 'form_name_client', message: 'must not be blank' });
  const isShared = row.type !== 'PDF' && row.form_link_id !== '';
  if (input.form_link_id !== undefined && formLinkId(input.form_link_id) === '' && isShared) {
    fields.push({ path: 'form_link_id', message: 'must not be blank' });
  }
  if (input.external_url === null && row.type === 'Link') {
    fields.push({ path: 'external_url', message: 'is required for a link' });
  }
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
}

async function assertFolderExists(db: Database, id: number | null | undefined): Promise<void> {
  if (typeof id !== 'number' || (await repository.hasFolder(db, id))) return;
  throw wrongField('folder_id', 'Folder not found.');
}
