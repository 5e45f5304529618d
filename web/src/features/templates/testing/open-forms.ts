import { listFolders } from '@ledgerline/contract/folders/endpoints';
import {
  getTemplateSync,
  listTemplates,
  type Template,
  type TemplateSync,
} from '@ledgerline/contract/templates/endpoints';
import { screen } from '@testing-library/react';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { aFolder, aSigningTemplate } from './templates.ts';

interface Stored {
  templates?: Template[];
  folders?: ReturnType<typeof aFolder>[];
}

/** A server with templates and folders, and a signed-in owner. */
export function formsServer({ templates = [aSigningTemplate()], folders = [aFolder()] }: Stored = {}) {
  signInAs({ is_owner: true });
  return fakeServer()
    .reply(listTemplates, { success: true, forms: templates })
    .reply(getTemplateSync, { success: true, data: null })
    .reply(listFolders, { success: true, data: folders, folders });
}

/** A successful sync by default. */
export function aSync(changes: Partial<TemplateSync> = {}): TemplateSync {
  return {
    state: 'done',
    started_by: 'Ada Byron',
    started_at: '2026-11-20T15:00:00.000Z',
    finished_at: '2026-11-20T15:01:00.000Z',
    total: 3,
    documents: [],
    count: 3,
    newPreviewDocuments: 2,
    ...changes,
  };
}

/** Opens the Form Templates tab; configure the server's responses first. */
export async function openTemplates(search = '') {
  const app = renderApp(`/crm/forms?view=templates${search}`);
  await screen.findByRole('button', { name: 'More Options' });
  return app;
}
