import { createClientLink, listClientLinks } from '@ledgerline/contract/secure-links/endpoints';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubClipboard } from '../../testing/clipboard.ts';
import { someSettings } from '../../testing/settings.ts';
import { aLink, aServer, EXPIRED, HOUR, showDialog as show, URL_OF_LINK } from './testing/link-dialog.tsx';

afterEach(() => vi.useRealTimers());

describe('the Get Form Link modal', () => {
  it('has its five sections and the client’s link with its end', async () => {
    const server = aServer().reply(createClientLink, aLink()).start();
    show();
    for (const name of ['Link', 'Form', 'Client', 'Session', 'Notes'])
      await screen.findByRole('region', { name });
    expect(await screen.findByDisplayValue(URL_OF_LINK)).toBeTruthy();
    screen.getByText(/^Expires /);
    screen.getByText('For everyone');
    expect(server.calls(createClientLink)[0]?.body).toEqual({
      formId: 1,
      clientId: 7,
      expirationHours: 168,
    });
  });

  it('requests a new link with the days of the global setting times 24', async () => {
    const server = aServer()
      .reply(createClientLink, aLink())
      .reply(getGlobalSettings, {
        success: true,
        data: someSettings({ default_form_expiration_days: 3 }),
      })
      .start();
    show();
    await screen.findByDisplayValue(URL_OF_LINK);
    expect(server.calls(createClientLink)[0]?.body).toMatchObject({ expirationHours: 72 });
  });

  it('requests 7 days when the global setting cannot be read', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const server = aServer()
      .reply(createClientLink, aLink())
      .replyError(getGlobalSettings, 'not_allowed', 'No.')
      .start();
    show();
    await screen.findByDisplayValue(URL_OF_LINK);
    expect(server.calls(createClientLink)[0]?.body).toMatchObject({ expirationHours: 168 });
  });

  it('leaves the expiration of a valid link unchanged', async () => {
    const living = { ...EXPIRED, is_expired: false };
    const server = aServer()
      .reply(listClientLinks, { success: true, data: [living] })
      .reply(createClientLink, aLink())
      .start();
    show();
    await screen.findByDisplayValue(URL_OF_LINK);
    expect(server.calls(createClientLink)[0]?.body).toEqual({ formId: 1, clientId: 7 });
  });

  it('opens exactly the form of a session', async () => {
    const server = aServer().reply(createClientLink, aLink()).start();
    show({ sessionFormId: 9, session: 'Session 1' });
    await screen.findByDisplayValue(URL_OF_LINK);
    expect(server.calls(createClientLink)[0]?.body).toMatchObject({ sessionFormId: 9 });
    screen.getByText('Session 1');
  });

  it('copies the link, confirms for 2 seconds, and shows a failure', async () => {
    aServer().reply(createClientLink, aLink()).start();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const writeText = vi.fn(async (_text: string) => undefined);
    stubClipboard(writeText);
    show();
    await screen.findByDisplayValue(URL_OF_LINK);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }));
    await screen.findByRole('button', { name: 'Copied!' });
    screen.getByText('Link copied to clipboard!');
    expect(writeText).toHaveBeenCalledWith(URL_OF_LINK);
    await vi.advanceTimersByTimeAsync(2000);
    const copy = await screen.findByRole('button', { name: 'Copy Link' });
    writeText.mockRejectedValue(new Error('denied'));
    fireEvent.click(copy);
    await screen.findByText('Failed to copy link to clipboard');
  });

  it('opens the form in a 1200 by 800 window, and explains what to do when it is blocked', async () => {
    aServer().reply(createClientLink, aLink()).start();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    show();
    await screen.findByDisplayValue(URL_OF_LINK);
    await userEvent.click(screen.getByRole('button', { name: 'View Form' }));
    screen.getByText('Please allow popups for this site to open the form link');
    expect(open).toHaveBeenCalledWith(URL_OF_LINK, '_blank', 'width=1200,height=800');
    open.mockImplementation(() => {
      throw new Error('refused');
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: 'View Form' }));
    screen.getByText('Failed to open form link. Please try again.');
  });

  it('stays open when Esc closes the code on top of it', async () => {
    aServer().reply(createClientLink, aLink()).start();
    const onClose = vi.fn();
    show({}, onClose);
    await screen.findByDisplayValue(URL_OF_LINK);
    await userEvent.click(screen.getByRole('button', { name: 'Get QR Code' }));
    await screen.findByRole('dialog', { name: 'QR Code' });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'QR Code' })).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks to wait while the link is being created', async () => {
    aServer()
      .respond(createClientLink, () => new Promise(() => undefined))
      .start();
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Copy Link' }));
    screen.getByText('Secure link not available yet. Please wait for it to generate.');
  });

  it('extends the link by the days chosen', async () => {
    const server = aServer()
      .reply(createClientLink, aLink({ expiresSoon: true }))
      .start();
    show();
    await screen.findByText('Expires in less than 24 hours');
    await userEvent.click(screen.getByRole('button', { name: 'Extend' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      '1 day',
      '3 days',
      '7 days',
      '14 days',
      '30 days',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: '14 days' }));
    await waitFor(() =>
      expect(server.calls(createClientLink).at(-1)?.body).toEqual({
        formId: 1,
        clientId: 7,
        expirationHours: 336,
      }),
    );
  });

  it('leaves an expired link unchanged until a new one is requested', async () => {
    const server = aServer()
      .reply(listClientLinks, { success: true, data: [EXPIRED] })
      .start();
    show();
    await screen.findByText('Link has expired. Please generate a new one.');
    expect(server.calls(createClientLink)).toEqual([]);
    server.reply(createClientLink, aLink());
    await userEvent.click(screen.getByRole('button', { name: 'Generate New Link' }));
    await screen.findByDisplayValue(URL_OF_LINK);
    expect(server.calls(createClientLink)[0]?.body).toEqual({ formId: 1, clientId: 7 });
  });

  it('extends an expired link at the same URL', async () => {
    const server = aServer()
      .reply(listClientLinks, { success: true, data: [EXPIRED] })
      .start();
    server.reply(createClientLink, aLink());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Extend' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '7 days' }));
    await screen.findByDisplayValue(URL_OF_LINK);
    expect(server.calls(createClientLink)[0]?.body).toEqual({
      formId: 1,
      clientId: 7,
      expirationHours: 168,
    });
  });

  it('shows that a link expired while the modal was open', async () => {
    const past = new Date(Date.now() - HOUR).toISOString();
    aServer()
      .reply(createClientLink, aLink({ expiresAt: past }))
      .start();
    show();
    await screen.findByText('Link has expired. Please generate a new one.');
  });

  it('creates a new link when the expired one belongs to a submitted form', async () => {
    const done = { ...EXPIRED, status: 'completed' } as const;
    aServer()
      .reply(listClientLinks, { success: true, data: [done] })
      .reply(createClientLink, aLink())
      .start();
    show();
    await screen.findByDisplayValue(URL_OF_LINK);
  });

  it('shows what failed, with Retry', async () => {
    const server = aServer().replyError(createClientLink, 'not_found', 'Client not found.').start();
    show();
    await screen.findByText('Failed to fetch secure token');
    screen.getByText('Client not found.');
    server.reply(createClientLink, aLink());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByDisplayValue(URL_OF_LINK);
  });

  it('shows when the response contains no link', async () => {
    aServer()
      .reply(createClientLink, aLink({ formUrl: '' }))
      .start();
    show();
    await screen.findByText('No secure link available. Please try again.');
  });

  it.each([
    ['null for data', () => Response.json({ success: true, data: null })],
    ['no data', () => Response.json({ success: true })],
    ['another shape', () => Response.json({ success: true, data: { token: 1 } })],
    ['nothing', () => new Response('')],
    ['a proxy’s page', () => new Response('<!doctype html>')],
  ])('shows an error when the response contains %s', async (_what, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    aServer().respond(createClientLink, answer).start();
    show();
    await screen.findByText('No secure link available. Please try again.');
    screen.getByText('Token generation failed - API unavailable');
    expect(screen.queryByText(/secure-links|undefined|JSON/)).toBeNull();
  });

  it('creates no link for PDF and Link forms', async () => {
    const server = aServer().start();
    show({ type: 'PDF', form_link_id: 'brochure' });
    await screen.findByText('Form not supported');
    expect(server.received).toEqual([]);
  });

  it('has a generic link without expiration when there is no client', async () => {
    const server = aServer().start();
    show({ client: null });
    await screen.findByText('Accessible to anyone');
    expect(screen.getByLabelText('Link address')).toHaveProperty(
      'value',
      `${location.origin}/forms/personal-info`,
    );
    expect(screen.queryByRole('button', { name: 'Extend' })).toBeNull();
    expect(server.received).toEqual([]);
  });

  it('does not restart a submitted form without confirmation', async () => {
    const server = aServer().reply(createClientLink, aLink()).start();
    show({ isClosed: true });
    const renew = await screen.findByRole('button', { name: 'Generate New Link' });
    expect(server.received).toEqual([]);
    await userEvent.click(renew);
    await screen.findByDisplayValue(URL_OF_LINK);
  });

  it('reports a form without a source, and one that is not configured', async () => {
    const server = aServer().start();
    show({ form_link_id: '' });
    await screen.findByText('Form Source Not Configured');
    show({ form_link_id: 'no-such-form' });
    expect(await screen.findAllByText('Form Source Not Configured')).toHaveLength(2);
    show({ type: 'DocuSign', form_link_id: 'advisory', docusign_template_id: null });
    await screen.findByText('Form configuration incomplete. Please contact support.');
    expect(server.received).toEqual([]);
  });
});
