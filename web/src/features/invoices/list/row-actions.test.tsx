import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../testing/render-app.tsx';
import { reasonAgainst } from '../invoice-actions.ts';
import { anInvoice } from '../testing/invoices.ts';
import { RowActions } from './row-actions.tsx';

const { line_items: _, ...PAID } = anInvoice(11, { status: 'paid' });

function touch(name: string) {
  renderPart(<RowActions invoice={PAID} onAction={vi.fn()} isBusy={false} />);
  const icon = screen.getByRole('button', { name });
  fireEvent.pointerDown(icon, { pointerType: 'touch' });
  fireEvent.mouseEnter(icon);
}

describe('row icons on touch', () => {
  it('show why they are disabled', async () => {
    const reason = reasonAgainst('void', PAID);
    expect(reason).toBeTruthy();
    touch('Void INV-1011');
    await screen.findByRole('tooltip', { name: reason ?? '' });
  });

  it('act without a tooltip', () => {
    touch('View INV-1011');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
