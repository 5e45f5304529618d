import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { dueText } from './invoice-display.ts';
import { InvoiceDue } from './invoice-due.tsx';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';
import { anInvoice } from './testing/invoices.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

/** The visible text of a part. */
function textOf(part: ReactNode): string | null | undefined {
  return renderPart(<p data-part>{part}</p>).container.querySelector('[data-part]')?.textContent;
}

describe('when an invoice is due', () => {
  it.each([
    [-1000, '1,000 days overdue'],
    [-12, '12 days overdue'],
    [-2, '2 days overdue'],
    [-1, '1 day overdue'],
    [0, 'Due today'],
    [1, 'Due tomorrow'],
    [2, 'Due in 2 days'],
    [3, 'Due in 3 days'],
    [400, 'Due in 400 days'],
  ])('%i days from now is %s', (days, text) => {
    expect(dueText(days)).toBe(text);
  });

  it('counts the days of the brokerage, whatever the time zone of the browser', () => {
    const at = (instant: string) => {
      vi.setSystemTime(new Date(instant));
      return textOf(<InvoiceDue invoice={anInvoice(1, { status: 'sent', due_date: '2026-11-20' })} />);
    };
    // New York.
    expect(at('2026-11-20T04:59:59Z')).toBe('Due tomorrow · Nov 20, 2026');
    expect(at('2026-11-20T05:00:00Z')).toBe('Due today · Nov 20, 2026');
    expect(at('2026-11-21T04:59:59Z')).toBe('Due today · Nov 20, 2026');
    expect(at('2026-11-21T05:00:00Z')).toBe('1 day overdue · Nov 20, 2026');
  });

  it.each(['draft', 'paid', 'void', 'pending'] as const)('is not shown for a %s invoice', (status) => {
    vi.setSystemTime(new Date('2026-11-20T15:00:00Z'));
    const invoice = anInvoice(1, { status, due_date: '2026-11-01', refunded_cents: 0 });
    expect(textOf(<InvoiceDue invoice={invoice} />)).toBe('');
  });

  it('replaces the word Overdue beside it, and only there', () => {
    vi.setSystemTime(new Date('2026-11-20T15:00:00Z'));
    const badge = (status: 'sent' | 'draft', hasDue: boolean) =>
      textOf(
        <InvoiceStatusBadge invoice={anInvoice(1, { status, due_date: '2026-11-01' })} hasDue={hasDue} />,
      );
    expect(badge('sent', false)).toBe('SentOverdue');
    expect(badge('sent', true)).toBe('Sent');
    expect(badge('draft', true)).toBe('DraftOverdue');
  });
});
