import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { SecretValue } from '../../components/ui/secret-value.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { withReason } from '../../lib/reveal-reason.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { RevealReasonGate } from './reveal-reason-gate.tsx';

/** A server that reveals only with a reason. */
function reveals() {
  return vi.fn(async (reason?: string) => {
    if (!reason)
      throw new ApiError(new Error('No.'), 409, { code: 'reason_needed', message: 'Please say why.' });
    return '123-45-6789';
  });
}

function show(reveal: (reason?: string) => Promise<string>) {
  renderPart(
    <>
      <SecretValue fetchValue={() => withReason(reveal)} label="SSN" mask="•••-••-6789" />
      <RevealReasonGate />
    </>,
  );
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Reveal SSN' }));

describe('a reveal in a brokerage that requires a reason', () => {
  it('prompts, rejects a blank reason, and shows the value with the reason given', async () => {
    const reveal = reveals();
    show(reveal);
    await press();
    await screen.findByRole('dialog', { name: 'Why is this needed?' });
    await userEvent.click(screen.getByRole('button', { name: 'Reveal' }));
    await screen.findByText('Please enter a reason.');
    await userEvent.type(screen.getByLabelText('Reason'), ' Carrier asked {Enter}');
    await screen.findByText('123-45-6789');
    expect(reveal.mock.calls.map(([reason]) => reason)).toEqual([undefined, 'Carrier asked']);
  });

  it('stays masked without an error when the prompt is cancelled, and the next reveal prompts before it calls the server', async () => {
    const reveal = reveals();
    show(reveal);
    await press();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByText('•••-••-6789')).toBeTruthy();
    await press();
    await userEvent.type(await screen.findByLabelText('Reason'), 'Policy{Enter}');
    await screen.findByText('123-45-6789');
    expect(reveal.mock.calls.map(([reason]) => reason)).toEqual([undefined, 'Policy']);
  });

  it('shows an error at the reveal button when the reveal fails even with a reason', async () => {
    const limited = { code: 'too_many_requests', message: 'The limit is reached.' } as const;
    show(
      reveals()
        .mockImplementationOnce(reveals())
        .mockRejectedValueOnce(new ApiError(new Error('x'), 429, limited)),
    );
    await press();
    await userEvent.type(await screen.findByLabelText('Reason'), 'Policy{Enter}');
    await act(async () => {});
    await screen.findByText('The limit is reached.');
  });
});
