import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { guideOf } from '../../../guide-files.ts';
import { HELP_CHAPTERS, helpFor } from '../../app/shell/help-topics.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { CONTENTS, sectionsOf } from './guide.ts';
import { findInGuide } from './help-page.tsx';

const guide = guideOf();
const titles = guide.chapters.filter(({ name }) => name !== CONTENTS).map(({ title }) => title);

/** A fake server that serves the guide and counts its requests. */
function serveGuide(answer: () => Response) {
  fakeServer();
  const { fetch } = globalThis;
  const requests = vi.fn(answer);
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    String(input instanceof Request ? input.url : input).endsWith('/guide.json')
      ? Promise.resolve(requests())
      : fetch(input, init),
  );
  return requests;
}

it('the palette and the screens link to existing chapters and sections', () => {
  expect(HELP_CHAPTERS.map(({ title }) => title)).toEqual(titles);
  const locations = [
    ...['today', 'clients', 'clients/new', 'clients/1', 'clients/1/sessions/2', 'ledger', 'imports/1'],
    ...['forms', 'view-document', 'payments', 'recurring-payments', 'agents', 'agents/1', 'status', 'audit'],
  ].map((screen) => helpFor(`/crm/${screen}`));
  for (const { to, hash } of locations) {
    const chapter = guide.chapters.find(({ name }) => to === `/crm/help/${name}`);
    expect([to, hash, chapter && sectionsOf(chapter).map(({ section }) => section)]).toEqual([
      to,
      hash,
      expect.arrayContaining([hash]),
    ]);
  }
  expect(helpFor('/crm/somewhere')).toEqual({ to: '/crm/help', hash: '' });
});

it('every section is found by the words of its title', () => {
  for (const chapter of guide.chapters.filter(({ name }) => name !== CONTENTS))
    for (const { section, title } of sectionsOf(chapter))
      expect(findInGuide(guide, title).map((found) => found.section)).toContain(section);
  expect(findInGuide(guide, 'zzqqxx')).toEqual([]);
});

it('shows the contents, load errors with retry, and search results', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const requests = serveGuide(() => new Response('', { status: 500 }));
  signInAs();
  const { router } = renderApp('/crm/help');
  await screen.findByText('The guide could not be loaded.', { exact: false });
  requests.mockImplementation(() => Response.json(guide));
  await userEvent.click(screen.getByRole('button', { name: /again/i }));
  for (const title of titles)
    expect((await screen.findAllByRole('link', { name: title })).length).not.toBe(0);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the guide' }), 'forgot password');
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'forgot password' }));
  const [found] = await screen.findAllByRole('link', { name: 'You forgot your password' });
  await userEvent.click(found ?? document.body);
  await waitFor(() => expect(router.state.location.pathname).toBe('/crm/help/signing-in'));
  await waitFor(() => expect(document.activeElement?.id).toBe('you-forgot-your-password'));
  expect(requests).toHaveBeenCalledTimes(2);
});

it('shows an error for an unknown chapter', async () => {
  serveGuide(() => Response.json(guide));
  signInAs();
  renderApp('/crm/help/no-such');
  await screen.findByText('Chapter not found');
});

it('is available without sign-in and linked from the forgotten password page', async () => {
  serveGuide(() => Response.json(guide));
  const { router } = renderApp('/crm/forgotten-password');
  await userEvent.click(await screen.findByRole('link', { name: 'Help with signing in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/crm/sign-in-help'));
  const chapter = await screen.findByRole('article', { name: 'When you cannot sign in' });
  expect(within(chapter).getByRole('heading', { name: 'You forgot your password' })).toBeTruthy();
});
