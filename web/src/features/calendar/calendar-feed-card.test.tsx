import {
  type CalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  getCalendarFeed,
} from '@ledgerline/contract/calendar/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubClipboard } from '../../testing/clipboard.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { CalendarFeedCard } from './calendar-feed-card.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const CREATED_FEED: CalendarFeed = { created_at: '2026-11-20T15:00:00Z', last_fetched_at: null };
const urlOf = (count: number) => `https://portal.example/api/calendar/token${count}.ics`;

/** Renders the card with a fake server that stores one feed. */
function open(start: CalendarFeed | null, has_calendar_names = false) {
  const stored = { feed: start, created: 0 };
  const server = fakeServer()
    .reply(getCalendarFeed, () => ({ success: true as const, feed: stored.feed, has_calendar_names }))
    .reply(createCalendarFeed, () => {
      stored.feed = CREATED_FEED;
      stored.created += 1;
      return { success: true as const, feed: CREATED_FEED, url: urlOf(stored.created) };
    })
    .reply(deleteCalendarFeed, () => {
      stored.feed = null;
      return { success: true as const, message: 'Gone.' };
    });
  renderPart(<CalendarFeedCard />);
  return { server, stored };
}

const press = async (name: string, from: { getByRole: typeof screen.getByRole } = screen) =>
  userEvent.click(await waitFor(() => from.getByRole('button', { name })));
const address = () => screen.findByRole('textbox', { name: 'Calendar link' });
const urlShown = async () => (await address()).getAttribute('value');

describe('the calendar feed card', () => {
  it('describes the feed, creates a link and shows it once', async () => {
    const copied: string[] = [];
    stubClipboard(async (text) => void copied.push(text));
    open(null);
    await screen.findByText(
      /with their initials, and task titles as you wrote them, without the client’s name/,
    );
    expect(screen.queryByRole('textbox')).toBeNull();
    await press('Create Calendar Link');
    expect(await urlShown()).toBe(urlOf(1));
    await screen.findByText(/It is shown only once/);
    await screen.findByText(/, not fetched yet\.$/);
    expect(screen.queryByRole('button', { name: 'Create Calendar Link' })).toBeNull();
    await press('Copy calendar link');
    await waitFor(() => expect(copied).toEqual([urlOf(1)]));
  });

  it('shows the last fetch and that names are included, but no link', async () => {
    open({ ...CREATED_FEED, last_fetched_at: '2026-11-21T16:30:00Z' }, true);
    await screen.findByText(/^Created Nov 20, 2026, .+, last fetched Nov 21, 2026, .+M\.$/);
    await screen.findByText(/with their names, and task titles as you wrote them\.$/);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('replaces the link after confirmation', async () => {
    const { server } = open(CREATED_FEED);
    await press('Replace Calendar Link');
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the calendar link?' }));
    await press('Cancel', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(createCalendarFeed)).toHaveLength(0);
    await press('Replace Calendar Link');
    await press('Replace Calendar Link', within(await screen.findByRole('dialog')));
    expect(await urlShown()).toBe(urlOf(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('removes the link after confirmation, including one just shown', async () => {
    open(null);
    await press('Create Calendar Link');
    await address();
    await press('Remove Calendar Link');
    await press(
      'Remove Calendar Link',
      within(await screen.findByRole('dialog', { name: 'Remove the calendar link?' })),
    );
    await screen.findByRole('button', { name: 'Create Calendar Link' });
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('when a request fails', () => {
  it('shows the load error, and Try Again reloads', async () => {
    const server = fakeServer().replyError(getCalendarFeed, 'wrong_state', 'Not now.');
    renderPart(<CalendarFeedCard />);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The calendar feed could not be loaded. Not now.',
    );
    server.reply(getCalendarFeed, { success: true, feed: null, has_calendar_names: false });
    await press('Try Again');
    await screen.findByRole('button', { name: 'Create Calendar Link' });
  });

  it('shows that no link was created, and Try Again creates one', async () => {
    const { server, stored } = open(null);
    server.replyError(createCalendarFeed, 'wrong_state', 'Not now.');
    await press('Create Calendar Link');
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    stored.feed = CREATED_FEED;
    server.reply(createCalendarFeed, { success: true, feed: CREATED_FEED, url: urlOf(7) });
    await press('Try Again');
    expect(await urlShown()).toBe(urlOf(7));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it.each([
    ['Replace Calendar Link', 'Replace the calendar link?', createCalendarFeed],
    ['Remove Calendar Link', 'Remove the calendar link?', deleteCalendarFeed],
  ] as const)('shows the error in the dialog, whose button retries (%s)', async (label, title, endpoint) => {
    const { server } = open(CREATED_FEED);
    server.replyError(endpoint, 'wrong_state', 'Not now.');
    await press(label);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await press(label, dialog);
    expect((await dialog.findByRole('alert')).textContent).toContain('Not now.');
    server.reply(createCalendarFeed, { success: true, feed: CREATED_FEED, url: urlOf(2) });
    server.reply(deleteCalendarFeed, { success: true, message: 'Gone.' });
    await press(label, dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
