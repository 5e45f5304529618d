import { openSigning, type Signing, saveSigningProgress } from '@ledgerline/contract/signing/endpoints';
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isLocked, lastActive } from '../../lib/activity.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { field, SIGNING } from './testing/signing.ts';

// A browser draws documents; jsdom does not.
vi.mock('../../components/pdf/pdf-pages.tsx', () => ({
  PdfPages: ({ overlay }: { overlay: (page: object) => ReactNode }) => (
    <div>{overlay({ index: 0, width: 900, height: 1165, scale: 1.47 })}</div>
  ),
}));

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = publicServer();
});

async function openDocument(changes: Partial<Signing> = {}) {
  server.reply(openSigning, { success: true, data: { ...SIGNING, ...changes } });
  openPublicPage('/signing/t.i.cket');
  await screen.findByLabelText('Occupation (required)');
}

describe('unfinished entries', () => {
  const draft = { version: 0, save: 1, typed: { Occupation: expect.any(Number) } };
  const LAST_SAVED = '2026-11-20T15:00:00.000Z';
  const SAVED = { success: true, last_saved: LAST_SAVED, version: 1, values: {} } as const;

  /** The browser shows another tab, or is about to close this one. */
  function hidePage() {
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    hidden.mockRestore();
  }

  it('are saved on the server when the page is left, and removed from the tab', async () => {
    server.reply(saveSigningProgress, SAVED);
    await openDocument();
    await userEvent.type(screen.getByLabelText('Occupation (required)'), 'Nurse');
    expect(sessionStorage.getItem('unsaved-form:signing:7:client')).toContain('Nurse');
    hidePage();
    await screen.findByText('Your answers are saved.');
    expect(server.calls(saveSigningProgress).map(({ body }) => body)).toEqual([
      { values: { Occupation: 'Nurse' }, draft: { ...draft, device: expect.any(String) } },
    ]);
    expect(server.calls(saveSigningProgress)[0]?.headers.get('authorization')).toBe('Bearer t.i.cket');
    expect(sessionStorage.getItem('unsaved-form:signing:7:client')).toBeNull();
  });

  it.each([
    ['advisor', true, false],
    ['client', false, false],
    ['advisor', false, true],
  ] as const)(
    'of the %s count as activity for the idle lock: %s (screen already locked: %s)',
    async (signer, counts, wasLocked) => {
      server.reply(saveSigningProgress, SAVED);
      const before = Date.now() - 20 * 60_000;
      const setBack = () => localStorage.setItem('lastActive', String(before));
      setBack();
      if (wasLocked) localStorage.setItem('screenLocked', '1');
      await openDocument({ signer });
      expect(Number(lastActive()) > before).toBe(counts);
      setBack();
      await userEvent.type(screen.getByLabelText('Occupation (required)'), 'Nurse');
      hidePage();
      await screen.findByText('Your answers are saved.');
      expect(Number(lastActive()) > before).toBe(counts);
      expect(isLocked()).toBe(wasLocked);
    },
  );

  it('of an advisor are not stored in a browser without a sign-in', async () => {
    server.reply(saveSigningProgress, SAVED);
    await openDocument({ signer: 'advisor' });
    await userEvent.type(screen.getByLabelText('Occupation (required)'), 'Nurse');
    hidePage();
    await screen.findByText('Your answers are saved.');
    expect(lastActive()).toBeNull();
  });

  it('saved on another device are restored, and the server decides about those that this tab could not save', async () => {
    const fields = [
      field('Occupation', 'text', { required: true, value: 'Doctor' }),
      field('City', 'text', { y: 30, value: '' }),
    ];
    const typed = { Occupation: Date.now() - 60_000, City: Date.now() - 60_000 };
    const unsaved = { version: 0, answers: { Occupation: 'Nurse', City: 'Austin' }, typed };
    sessionStorage.setItem('unsaved-form:signing:7:client', JSON.stringify(unsaved));
    server.reply(saveSigningProgress, { ...SAVED, version: 2, values: { Occupation: 'Doctor' } });
    await openDocument({ fields, last_saved: LAST_SAVED, version: 1 });
    await screen.findByText('Some answers were changed on another device. You’re seeing the newest ones.');
    screen.getByText('Welcome back. Your answers are still here.');
    expect(screen.getByLabelText('Occupation (required)')).toHaveProperty('value', 'Doctor');
    expect(screen.getByLabelText('City')).toHaveProperty('value', 'Austin');
    expect(server.calls(saveSigningProgress)[0]?.body).toMatchObject({ draft: { version: 0 } });
  });

  it('that cannot be saved stay in the tab, and the page shows a notice', async () => {
    await openDocument();
    server.replyError(saveSigningProgress, 'internal', 'Down.');
    await userEvent.type(screen.getByLabelText('Occupation (required)'), 'Nurse');
    hidePage();
    await screen.findByText(/couldn’t save your answers/);
    expect(sessionStorage.getItem('unsaved-form:signing:7:client')).toContain('Nurse');
  });

  it('are discarded when the document was signed on another device', async () => {
    await openDocument();
    await userEvent.type(screen.getByLabelText('Occupation (required)'), 'Nurse');
    server.replyError(saveSigningProgress, 'wrong_state', 'You have already signed this document.');
    server.reply(openSigning, { success: true, data: { ...SIGNING, state: 'signed' } });
    hidePage();
    await screen.findByRole('heading', { name: 'This document has already been signed.' });
  });
});
