import type { LibraryFile } from '@ledgerline/contract/signing/endpoints';
import { withEsignErrors } from '#features/forms/submissions/signatures/record-signatures.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { OwnPageEsign } from '#platform/ports/built-in-signing.ts';

type Ctx = Context<AgentActor>;

/** The fillable PDFs that Sync Templates reads. */
export async function listLibrary(ctx: Ctx): Promise<{ success: true; files: LibraryFile[] }> {
  const builtin = builtinOf(ctx);
  return { success: true, files: await withEsignErrors(() => builtin.listLibrary()) };
}

export async function uploadToLibrary(
  ctx: Ctx,
  upload: { name: string; bytes: Buffer },
): Promise<LibraryFile> {
  const builtin = builtinOf(ctx);
  const file = await withEsignErrors(() => builtin.addToLibrary(upload.name, upload.bytes));
  await auditAction(ctx, 'uploaded', 'template_library', null, { field: 'file', new_value: file.name });
  return file;
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
