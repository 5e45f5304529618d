import type { TemplateDocument } from '@ledgerline/contract/templates/endpoints';
import type { Context } from '#platform/context.ts';
import { pick } from '#platform/pick.ts';
import { fileAddress } from '#platform/storage/file-url.ts';
import type { TemplateDocumentRow } from './repository.ts';

export function toTemplateDocument(
  ctx: Pick<Context, 'actor' | 'deps' | 'origin'>,
  row: TemplateDocumentRow,
): TemplateDocument {
  return {
    ...pick(row, ['id', 'form_id', 'file_name', 'file_size', 'mime_type', 'folder', 'notes', 'page_count']),
    file_url: fileAddress(ctx, {
      key: row.storage_key,
      name: row.file_name,
      mime_type: row.mime_type,
      thing: { of: 'template', of_id: row.form_id },
    }),
    source: row.source === 'sync' ? 'sync' : 'upload',
    created_at: row.created_at.toISOString(),
  };
}
