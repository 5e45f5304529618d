import type { TemplateDocument } from '@ledgerline/contract/templates/endpoints';
import type { Context } from '#platform/context.ts';
import { fileAddress } from '#platform/storage/file-address.ts';
import type { TemplateDocumentRow } from './repository.ts';

export function toTemplateDocument(
  ctx: Pick<Context, 'deps' | 'origin'>,
  row: TemplateDocumentRow,
): TemplateDocument {
  return {
    id: row.id,
    form_id: row.form_id,
    file_name: row.file_name,
    file_url: fileAddress(ctx, { key: row.storage_key, name: row.file_name, mime_type: row.mime_type }),
    file_size: row.file_size,
    mime_type: row.mime_type,
    folder: row.folder,
    notes: row.notes,
    page_count: row.page_count,
    source: row.source === 'sync' ? 'sync' : 'upload',
    created_at: row.created_at.toISOString(),
  };
}
