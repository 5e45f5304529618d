import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import type { Context } from '#platform/context.ts';
import { pick } from '#platform/pick.ts';
import { fileAddress } from '#platform/storage/file-url.ts';
import type { DocumentRow } from './queries.ts';

export function toClientDocument(
  ctx: Pick<Context, 'actor' | 'deps' | 'origin'>,
  row: DocumentRow,
): ClientDocument {
  return {
    ...pick(row, ['id', 'client_id', 'session_form_id', 'file_name', 'file_size', 'mime_type', 'status']),
    ...pick(row, ['folder', 'signed', 'is_sealed', 'notes']),
    file_url: fileAddress(ctx, {
      key: row.storage_key,
      name: row.file_name,
      mime_type: row.mime_type,
      thing: { of: 'document', of_id: row.id, client_id: row.client_id },
    }),
    uploaded_at: row.uploaded_at.toISOString(),
    uploaded_by: row.uploader,
  };
}
