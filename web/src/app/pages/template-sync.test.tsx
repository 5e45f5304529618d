import { getTemplateSync, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aSync, formsServer, openTemplates } from '../../features/templates/testing/open-forms.ts';

const manage = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'More Options' }));
  return screen.findByRole('dialog', { name: 'Manage Forms' });
};

const runningSync = aSync({
  state: 'running',
  finished_at: null,
  total: 60,
  count: 12,
  documents: Array.from({ length: 12 }, (_, at) => ({
    name: `Form ${at}`,
    outcome: 'synced',
    message: null,
  })),
});

describe('Sync Templates', () => {
  it('shows Syncing... while a sync runs, then the number of synced templates', async () => {
    let finish: () => void = () => undefined;
    formsServer().respond(
      syncTemplates,
      () =>
        new Promise((resolve) => {
          finish = () =>
            resolve(
              Response.json({ success: true, count: 3, newPreviewDocuments: 2, problems: [], sync: aSync() }),
            );
        }),
    );
    await openTemplates();
    const dialog = await manage();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sync Templates' }));
    await within(dialog).findByText('Syncing...');
    finish();
    const result = await screen.findByRole('dialog', { name: 'Templates Synced Successfully' });
    within(result).getByText('Successfully synced 3 template(s), 2 with preview documents');
    expect(result.querySelector('[data-result]')?.getAttribute('data-result')).toBe('success');
  });

  it('names the templates that could not be used, as a warning', async () => {
    formsServer().reply(syncTemplates, {
      success: true,
      count: 1,
      newPreviewDocuments: 0,
      problems: [{ name: 'Old scan', message: 'It has no form fields.' }],
      sync: aSync({
        documents: [
          { name: 'Old scan', outcome: 'failed', message: 'It has no form fields.' },
          { name: 'Agreement', outcome: 'synced', message: null },
        ],
      }),
    });
    await openTemplates();
    await userEvent.click(within(await manage()).getByRole('button', { name: 'Sync Templates' }));
    const result = await screen.findByRole('dialog', { name: 'Templates Synced Successfully' });
    within(result).getByText(/It has no form fields\./);
    expect(within(result).getByText('Agreement').closest('li')?.textContent).toBe('Agreement: Synced');
    expect(result.querySelector('[data-result="warning"]')).not.toBeNull();
  });

  it('shows the progress of a sync that was already running, and its result as Last Sync without a dialog', async () => {
    const server = formsServer();
    server.reply(getTemplateSync, { success: true, data: runningSync });
    const { queryClient } = await openTemplates();
    const dialog = await manage();
    await within(dialog).findByText('12 of 60 documents done');
    within(dialog).getByRole('button', { name: 'Syncing...' });
    server.reply(getTemplateSync, { success: true, data: aSync({ total: 60, count: 60 }) });
    await queryClient.invalidateQueries({ queryKey: ['template-sync'] });
    const last = await within(dialog).findByRole('button', { name: 'Last Sync' });
    expect(last.textContent).toContain('60 synced, 0 failed');
    expect(screen.queryByRole('dialog', { name: 'Templates Synced Successfully' })).toBeNull();
  });

  it('does not report the sync of a colleague over another dialog', async () => {
    const server = formsServer();
    server.reply(getTemplateSync, { success: true, data: runningSync });
    const { queryClient } = await openTemplates();
    const dialog = await manage();
    await within(dialog).findByText('12 of 60 documents done');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sort Forms' }));
    await screen.findByRole('dialog', { name: 'Sort Forms' });
    server.reply(getTemplateSync, { success: true, data: aSync({ total: 60, count: 60 }) });
    await queryClient.invalidateQueries({ queryKey: ['template-sync'] });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sort Forms' })).toBeNull());
    await within(await manage()).findByRole('button', { name: 'Last Sync' });
    expect(screen.queryByRole('dialog', { name: 'Templates Synced Successfully' })).toBeNull();
  });

  it('tracks a sync that outlives its request, also after the dialog is closed', async () => {
    const running = aSync({
      state: 'running',
      finished_at: null,
      total: 60,
      count: 0,
      newPreviewDocuments: 0,
    });
    const server = formsServer();
    const { queryClient } = await openTemplates();
    const dialog = await manage();
    server.reply(getTemplateSync, { success: true, data: running });
    server.reply(syncTemplates, {
      success: true,
      count: 0,
      newPreviewDocuments: 0,
      problems: [],
      sync: running,
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sync Templates' }));
    await within(dialog).findByText('0 of 60 documents done');
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.reply(getTemplateSync, { success: true, data: aSync({ state: 'failed' }) });
    await queryClient.invalidateQueries({ queryKey: ['template-sync'] });
    await screen.findByRole('dialog', { name: 'Sync Failed' });
  });

  it('shows the results of the last sync again', async () => {
    const documents = [{ name: 'Old scan', outcome: 'failed' as const, message: 'It has no form fields.' }];
    formsServer().reply(getTemplateSync, {
      success: true,
      data: aSync({ count: 2, documents }),
    });
    await openTemplates();
    const last = await within(await manage()).findByRole('button', { name: 'Last Sync' });
    expect(last.textContent).toContain('2 synced, 1 failed');
    await userEvent.click(last);
    const result = await screen.findByRole('dialog', { name: 'Templates Synced Successfully' });
    within(result).getByText(/It has no form fields\./);
    // Long lists scroll by keyboard.
    expect(within(result).getByRole('region', { name: 'Documents of the sync' }).tabIndex).toBe(0);
  });

  it('shows Sync Failed when the sync fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    formsServer().replyError(syncTemplates, 'wrong_state', 'No.');
    await openTemplates();
    await userEvent.click(within(await manage()).getByRole('button', { name: 'Sync Templates' }));
    const result = await screen.findByRole('dialog', { name: 'Sync Failed' });
    within(result).getByText(
      'Failed to sync DocuSign templates. Please try again or check the console for details.',
    );
    expect(log).toHaveBeenCalled();
  });
});
