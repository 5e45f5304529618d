import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { idSchema, textSchema } from '../schemas.ts';

/** A folder of form templates; priority 1 is first (0§3). */
const folderSchema = z.object({
  id: z.number(),
  label: z.string(),
  priority: z.number(),
  forms_count: z.number(),
});
export type Folder = z.output<typeof folderSchema>;

const folderName = z.strictObject({ label: textSchema(200) });

export const listFolders = endpoint('GET /global-form-folders', 'agent', {
  summary: 'List folders in the order of their priority',
  audit: 'none',
  reply: success({ data: z.array(folderSchema), folders: z.array(folderSchema) }),
});

export const createFolder = endpoint('POST /global-form-folders', 'owner_or_developer', {
  summary: 'Create a folder, last in order; 409 when the name is in use',
  body: folderName,
  status: 201,
  reply: success({ id: z.number(), data: folderSchema, folder: folderSchema }),
});

export const renameFolder = endpoint('PUT /global-form-folders/:id', 'owner_or_developer', {
  summary: 'Rename a folder; 409 when the name is in use',
  body: folderName,
  reply: success({ data: folderSchema, folder: folderSchema }),
});

export const deleteFolder = endpoint('DELETE /global-form-folders/:id', 'owner_or_developer', {
  needsReauthentication: { never: 'the templates in it stay' },
  summary: 'Delete a folder; its forms become ungrouped (decisions F5)',
  reply: doneReply,
});

export const sortFolders = endpoint('PUT /global-form-folders/priorities', 'owner_or_developer', {
  summary: 'Store the order; all folders are renumbered from 1 (0§4)',
  body: z.strictObject({
    priorities: z
      .array(z.strictObject({ id: idSchema, priority: z.number().int().min(0).max(1_000_000) }))
      .max(2000),
  }),
  reply: success({ data: z.array(folderSchema), folders: z.array(folderSchema) }),
});
