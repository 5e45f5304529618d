import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { Announcer, announce } from './announcer.tsx';

const region = () => screen.getByRole('log', { name: 'Announcements' });
const announceText = (text: string) => act(() => announce(text));

it('is there and empty before the first announcement, and polite', () => {
  announce('Call logged');
  renderPart(<Announcer />);
  expect(region().textContent).toBe('');
  expect(region().getAttribute('aria-live')).toBe('polite');
});

it('announces a repeated text again, in a new element', () => {
  renderPart(<Announcer />);
  announceText('Pasted 12 cells');
  const first = within(region()).getByText('Pasted 12 cells');
  announceText('Pasted 12 cells');
  const both = within(region()).getAllByText('Pasted 12 cells');
  expect(both).toHaveLength(2);
  expect(both[0]).toBe(first);
});

it('announces several texts at once, and keeps only the latest three', () => {
  renderPart(<Announcer />);
  act(() => {
    for (const text of ['One', 'Two', 'Three', 'Four']) announce(text);
  });
  expect([...region().children].map(({ textContent }) => textContent)).toEqual(['Two', 'Three', 'Four']);
});

it('does not repeat the announcements of the agent who has signed out', () => {
  const { unmount } = renderPart(<Announcer />);
  announceText('Undid: Status of Maria Lopez');
  unmount();
  renderPart(<Announcer />);
  expect(region().textContent).toBe('');
});
