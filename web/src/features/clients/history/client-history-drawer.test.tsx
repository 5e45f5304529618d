import { listClientHistory, restoreClientValue } from '@ledgerline/contract/clients/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { aClient } from '../testing/clients.ts';
import { openDetail } from '../testing/open-detail.tsx';

beforeEach(resetApi);

describe('the history', () => {
  test('shows each change with author and values, and restores a value after confirmation', async () => {
    answer(listClientHistory).with(() => ({
      success: true,
      hasMore: false,
      data: [
        {
          id: 5,
          at: '2026-11-20T10:00:00.000Z',
          actor: 'Olivia Owner',
          action: 'updated',
          field: 'agi',
          from: 68000,
          to: 70000.5,
          can_restore: true,
        },
      ],
    }));
    answer(restoreClientValue).with(() => ({ success: true, data: aClient(1, { agi: 68000 }) }));
    const { user } = await openDetail({ agi: 70000.5 });
    await user.click(screen.getByRole('button', { name: 'History' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'History' }));
    expect(await drawer.findByText('$68,000.00')).toBeTruthy();
    expect(drawer.getByText('$70,000.50')).toBeTruthy();
    expect(drawer.getByText(/Olivia Owner/)).toBeTruthy();
    await user.click(drawer.getByRole('button', { name: 'Restore AGI' }));
    const question = within(await screen.findByRole('dialog', { name: 'Restore Value' }));
    await user.click(question.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(callsOf(restoreClientValue)).toHaveLength(1));
    expect(callsOf(restoreClientValue)[0]?.params).toEqual({ id: 1, changeId: 5 });
  });

  test('shows an error for older changes next to the newer ones', async () => {
    const change = { at: '2026-11-20T10:00:00.000Z', actor: 'Olivia Owner', can_restore: false };
    const newest = { ...change, id: 9, action: 'form_deleted', field: null, from: 'Agreement', to: null };
    answer(listClientHistory).with(() => ({ success: true, hasMore: true, data: [newest] }));
    const { user } = await openDetail({});
    await user.click(screen.getByRole('button', { name: 'History' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'History' }));
    const more = await drawer.findByRole('button', { name: 'Load More' });
    failWith(listClientHistory, 403);
    await user.click(more);
    await drawer.findByText('The history could not be loaded');
    drawer.getByText(/Agreement/);
  });

  test('shows what was emailed to whom, and which form was deleted', async () => {
    const change = { at: '2026-11-20T10:00:00.000Z', actor: 'Olivia Owner', can_restore: false };
    const emailed = { ...change, action: 'mailed', to: 'ana@example.com' };
    answer(listClientHistory).with(() => ({
      success: true,
      hasMore: false,
      data: [
        { ...emailed, id: 9, field: 'form_link', from: 'Personal Information' },
        { ...emailed, id: 8, field: 'session_link', from: 'Annual review' },
        { ...emailed, id: 7, field: 'session_link', from: null },
        { ...emailed, id: 6, field: 'signed_copy', from: 'HIPAA Authorization' },
        { ...change, id: 5, action: 'form_deleted', field: null, from: 'Agreement', to: null },
      ],
    }));
    const { user } = await openDetail({});
    await user.click(screen.getByRole('button', { name: 'History' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'History' }));
    await drawer.findByText('Email to ana@example.com: link to the form “Personal Information”');
    drawer.getByText('Email to ana@example.com: link to the session “Annual review”');
    drawer.getByText('Email to ana@example.com: link to a session');
    drawer.getByText('Email to ana@example.com: signed copy of “HIPAA Authorization”');
    drawer.getByText('Form deleted: Agreement');
    expect(drawer.queryByLabelText('to')).toBeNull();
  });
});
