import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import type { Context } from '#platform/context.ts';
import { fileAddress } from '#platform/storage/file-address.ts';
import type { DocumentRow } from './listing.ts';

export function toClientDocument(ctx: Pick<Context, 'deps' | 'origin'>, row: DocumentRow): ClientDocument {
  return {
    id: row.id,
    client_id: row.client_id,
    session_form_id: row.session_form_id,
    file_name: row.file_name,
    file_url: fileAddress(ctx, { key: row.storage_key, name: row.file_name, mime_type: row.mime_type }),
    file_size: row.file_size,
    mime_type: row.mime_type,
    uploaded_at: row.uploaded_at.toISOString(),
    uploaded_by: row.uploader,
    status: row.status,
    folder: row.folder,
    signed: row.signed,
    is_sealed: row.is_sealed,
    notes: row.notes,
  };
}
