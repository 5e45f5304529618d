import {
  getSavedSignature,
  removeSavedSignature,
  saveSavedSignature,
} from '@ledgerline/contract/agents/saved-signature/endpoints';
import type { SavedSignature } from '@ledgerline/contract/signing/signature';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { SavedSignatureCard } from './saved-signature-card.tsx';

// A browser draws pictures; jsdom does not.
vi.mock('../../../components/signature/signature-picture.ts', () => ({
  typedPicture: (name: string) => (name.trim() ? 'data:image/png;base64,AAAA' : null),
  trimmedPicture: () => null,
}));
vi.mock('signature_pad', () => ({
  default: class {
    isEmpty = () => true;
    off = () => undefined;
    toData = () => [];
    fromData = () => undefined;
  },
}));

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const SAVED: SavedSignature = {
  id: 4,
  method: 'typed',
  name: 'Ada Byron',
  image: 'data:image/png;base64,BBBB',
  saved_at: '2026-11-01T15:00:00.000Z',
};

function open(signature: SavedSignature | null, is_offered = true) {
  const server = fakeServer().reply(getSavedSignature, { success: true, data: { signature, is_offered } });
  renderPart(<SavedSignatureCard name="Ada Byron" />);
  return server;
}
const press = async (name: string, from: Pick<typeof screen, 'findByRole'> = screen) =>
  userEvent.click(await from.findByRole('button', { name }));

it('saves a typed signature; an empty box is rejected, and a failed request keeps the dialog', async () => {
  const server = open(null);
  await press('Save a Signature');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save a signature' }));
  expect(dialog.getByLabelText('Full name')).toHaveProperty('value', 'Ada Byron');
  await press('Save', dialog);
  await dialog.findByText('Please draw your signature first.');
  await userEvent.click(dialog.getByText('Type'));
  server.replyError(saveSavedSignature, 'internal', 'Not now.');
  await press('Save', dialog);
  await dialog.findByText('Not now.');
  server.reply(saveSavedSignature, { success: true, message: 'Signature saved.' });
  await press('Save', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls(saveSavedSignature).at(-1)?.body).toEqual({
    method: 'typed',
    name: 'Ada Byron',
    image: 'data:image/png;base64,AAAA',
  });
});

it('shows the saved one, and removes it after a confirmation', async () => {
  const server = open(SAVED);
  await screen.findByAltText('Signature of Ada Byron');
  screen.getByText(/Typed as Ada Byron, saved/);
  await press('Remove');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove your saved signature?' }));
  server.replyError(removeSavedSignature, 'internal', 'Not now.');
  await press('Remove', dialog);
  await dialog.findByText('Not now.');
  server.reply(removeSavedSignature, { success: true, message: 'Signature removed.' });
  await press('Remove', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('explains that another provider signs, offers no replacement, and still offers removal', async () => {
  open(SAVED, false);
  await screen.findByText(/another e-signature provider/);
  expect(screen.queryByRole('button', { name: 'Replace Signature' })).toBeNull();
  screen.getByRole('button', { name: 'Remove' });
});
