import type { LibraryFile } from '@ledgerline/contract/signing/endpoints';
import { withEsignErrors } from '#features/forms/submissions/signatures/record-signatures.ts';
import * as archive from '#features/forms/templates/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { OwnPageEsign } from '#platform/ports/built-in-signing.ts';

type Ctx = Context<AgentActor>;

/** The fillable PDFs that Sync Templates reads, with those that are archived. */
export async function listLibrary(ctx: Ctx): Promise<{ success: true; files: LibraryFile[] }> {
  const builtin = builtinOf(ctx);
  const files = await withEsignErrors(() => builtin.listLibrary());
  const archived = await archive.listArchivedFiles(ctx.deps.database);
  return { success: true, files: files.map((file) => ({ ...file, is_archived: archived.has(file.id) })) };
}

export async function uploadToLibrary(
  ctx: Ctx,
  upload: { name: string; bytes: Buffer },
): Promise<LibraryFile> {
  const builtin = builtinOf(ctx);
  const fileId = builtin.libraryFileId(upload.name);
  const { files } = await listLibrary(ctx);
  if (files.some(({ id, is_archived }) => id === fileId && is_archived)) {
    throw new AppError('duplicate', {
      message: 'A file of this name is archived. Restore it under Archived to replace it, or rename yours.',
    });
  }
  const file = await withEsignErrors(() => builtin.addToLibrary(upload.name, upload.bytes));
  // The file that was archived under this name may have been deleted from the folder.
  await archive.restoreFile(ctx.db, fileId);
  await auditAction(ctx, 'uploaded', 'template_library', null, { field: 'file', new_value: file.name });
  return { ...file, is_archived: false };
}

/** Sync Templates creates no template from it; the template that it already created stays. */
export function archiveLibraryFile(ctx: Ctx, fileId: string): Promise<LibraryFile> {
  return setArchived(ctx, fileId, 'archived');
}

export function restoreLibraryFile(ctx: Ctx, fileId: string): Promise<LibraryFile> {
  return setArchived(ctx, fileId, 'restored');
}

/** A file that is in this state already stays as it is. */
async function setArchived(ctx: Ctx, fileId: string, action: 'archived' | 'restored'): Promise<LibraryFile> {
  const { files } = await listLibrary(ctx);
  const file = files.find(({ id }) => id === fileId);
  if (!file) throw new AppError('not_found', { message: 'This file is no longer in the library.' });
  const { database, clock } = ctx.deps;
  await database.transaction(async (db) => {
    const hasChanged =
      action === 'archived'
        ? await archive.archiveFile(db, fileId, clock.now())
        : await archive.restoreFile(db, fileId);
    const entry = { field: 'file', new_value: file.name };
    if (hasChanged) await auditAction({ ...ctx, db }, action, 'template_library', null, entry);
  });
  return { ...file, is_archived: action === 'archived' };
}

function builtinOf(ctx: Ctx): OwnPageEsign {
  const { esign } = ctx.deps;
  if (!esign.hasOwnPage) {
    throw new AppError('wrong_state', {
      message: 'Templates are stored with the e-signature provider. Add them there, then sync.',
    });
  }
  return esign;
}
