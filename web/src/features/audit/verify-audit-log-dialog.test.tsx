import { type AuditCheck, getAuditChain, startAuditCheck } from '@ledgerline/contract/audit-checks/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { VerifyAuditLogDialog } from './verify-audit-log-dialog.tsx';

const seal = {
  position: 12_345,
  sealed_at: '2026-11-24T14:00:00.000Z',
  unsealed: 3,
  lag_seconds: 20,
  head_at: '2026-11-24T14:00:01.000Z',
  head_position: 12_340,
  head_places: ['/var/heads.log'],
};
const check: AuditCheck = {
  id: 1,
  state: 'done',
  agent_name: 'Blake Rivers',
  started_at: '2026-11-24T14:00:00.000Z',
  finished_at: '2026-11-24T14:01:00.000Z',
  done: 12_345,
  total: 12_345,
  unsealed: 3,
  findings: [],
  heads: [],
  notes: [],
  error: null,
};
const chainReply = (latest: AuditCheck | null) => ({ success: true as const, seal, check: latest });

describe('Verify the Audit Log', () => {
  it('shows the chain state; a check shows progress and then success', async () => {
    const running: AuditCheck = { ...check, state: 'running', finished_at: null, done: 2000 };
    const server = fakeServer().reply(getAuditChain, chainReply(null)).reply(startAuditCheck, {
      success: true,
      data: running,
    });
    renderPart(<VerifyAuditLogDialog opened onClose={vi.fn()} />);
    await screen.findByText('12,345');
    screen.getByText('/var/heads.log');
    server.reply(getAuditChain, chainReply(running));
    await userEvent.click(screen.getByRole('button', { name: 'Verify Now' }));
    await screen.findByText('2,000 of 12,345 entries compared');
    server.reply(getAuditChain, chainReply(check));
    await screen.findByText('Audit log verified', {}, { timeout: 10_000 });
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBe(null));
  });

  it('lists altered entries', async () => {
    const finding = { kind: 'changed', position: 7, event_id: 9, message: 'Row 9 was changed.' } as const;
    fakeServer().reply(getAuditChain, chainReply({ ...check, findings: [finding] }));
    renderPart(<VerifyAuditLogDialog opened onClose={vi.fn()} />);
    await screen.findByText('Audit log has been altered');
    screen.getByText('Row 9 was changed.');
  });

  it('does not report success when the chain is empty', async () => {
    fakeServer().reply(getAuditChain, chainReply({ ...check, done: 0, total: 0 }));
    renderPart(<VerifyAuditLogDialog opened onClose={vi.fn()} />);
    await screen.findByText('Nothing to verify yet');
    screen.getByText(/^0 entries compared .* Not in the hash chain yet: 3 newer entries\.$/);
    expect(screen.queryByText('Audit log verified')).toBe(null);
  });

  it('shows an error when a check cannot start, and can be retried', async () => {
    const server = fakeServer()
      .reply(getAuditChain, chainReply(null))
      .replyError(startAuditCheck, 'wrong_state', 'No.');
    renderPart(<VerifyAuditLogDialog opened onClose={vi.fn()} />);
    await screen.findByText('12,345');
    screen.getByRole('dialog', { name: 'Verify the Audit Log' });
    await userEvent.click(screen.getByRole('button', { name: 'Verify Now' }));
    await screen.findByText('Couldn’t start the check. No.');
    server.reply(startAuditCheck, { success: true, data: check }).reply(getAuditChain, chainReply(check));
    await userEvent.click(screen.getByRole('button', { name: 'Verify Now' }));
    await screen.findByText('Audit log verified');
    expect(screen.queryByText('Couldn’t start the check. No.')).toBe(null);
  });
});
