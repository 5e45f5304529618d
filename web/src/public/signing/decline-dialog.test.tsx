import { declineSigning } from '@ledgerline/contract/signing/endpoints';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { publicServer } from '../../testing/public-pages.tsx';
import { LanguageProvider } from '../texts/language.tsx';
import { DeclineDialog } from './decline-dialog.tsx';

/** A network failure, an expired ticket, and a document whose state has changed. */
const FAILURES = [
  ['internal', { isOver: false, isChanged: false }],
  ['invalid_link', { isOver: true, isChanged: false }],
  ['wrong_state', { isOver: false, isChanged: true }],
] as const;

describe('declining', () => {
  it.each(FAILURES)(
    'that failed (%s) shows an error, keeps the reason, and can be retried',
    async (code, expected) => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const server = publicServer().replyError(declineSigning, code, 'No.');
      const [onDeclined, onTicketExpired, onChanged] = [vi.fn(), vi.fn(), vi.fn()];
      render(
        <LanguageProvider>
          <DeclineDialog
            agent="Ada Byron"
            withTicket={(action) => action('t.i.cket')}
            {...{ onDeclined, onTicketExpired, onChanged }}
            onClose={vi.fn()}
          />
        </LanguageProvider>,
      );
      const dialog = within(screen.getByRole('dialog', { name: 'Decline to sign?' }));
      const reason = dialog.getByLabelText(/Why are you declining\?/);
      await userEvent.type(reason, 'Too expensive');
      const yes = dialog.getByRole('button', { name: 'Yes, decline' });
      await userEvent.click(yes);
      await dialog.findByText('We couldn’t record that you declined. Please try again.');
      expect(reason).toHaveProperty('value', 'Too expensive');
      expect([onTicketExpired.mock.calls.length, onChanged.mock.calls.length]).toEqual([
        Number(expected.isOver),
        Number(expected.isChanged),
      ]);
      const return_url = '/signed?formId=7&event=decline';
      server.reply(declineSigning, { success: true, state: 'declined', return_url });
      await userEvent.click(yes);
      await waitFor(() => expect(onDeclined).toHaveBeenCalledWith(return_url));
    },
  );
});
