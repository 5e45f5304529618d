import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { ResultDialog } from './result-dialog.tsx';

describe('the result dialog', () => {
  it.each([
    ['success', 'Success', 'status'],
    ['error', 'Error', 'alert'],
    ['warning', 'Warning', 'status'],
    ['info', 'Information', 'status'],
  ] as const)('names %s in words in addition to its color, and is announced', async (type, word, role) => {
    const onClose = vi.fn();
    renderPart(<ResultDialog result={{ type, title: 'Sync', message: 'It ended.' }} onClose={onClose} />);
    await screen.findByRole('dialog', { name: 'Sync' });
    screen.getByRole('img', { name: word });
    expect(screen.getByRole(role).textContent).toContain('It ended.');
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
