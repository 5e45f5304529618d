import { listFolders } from '@ledgerline/contract/folders/endpoints';
import { listTemplates, type Template } from '@ledgerline/contract/templates/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { aFolder, aTemplate } from './templates.ts';

interface Stored {
  templates?: Template[];
  folders?: ReturnType<typeof aFolder>[];
}

/** A server that knows templates and folders, and an owner who is signed in. */
export function formsServer({ templates = [aTemplate()], folders = [aFolder()] }: Stored = {}) {
  signInAs({ is_owner: true });
  return fakeServer()
    .reply(listTemplates, { success: true, forms: templates })
    .reply(listFolders, { success: true, data: folders, folders });
}

/** The Form Templates tab; the server is told before what to answer. */
export async function openTemplates(search = '') {
  const app = renderApp(`/crm/forms?view=templates${search}`);
  await screen.findByRole('button', { name: 'More Options' });
  return app;
}

/** Opens the dialog behind an entry of Manage Forms. */
export async function openEntry(entry: string, title: string) {
  await userEvent.click(screen.getByRole('button', { name: 'More Options' }));
  const manage = await screen.findByRole('dialog', { name: 'Manage Forms' });
  await userEvent.click(within(manage).getByRole('button', { name: entry }));
  return screen.findByRole('dialog', { name: title });
}
