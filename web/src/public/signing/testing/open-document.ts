import { openSigning, type Signing } from '@ledgerline/contract/signing/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { openPublicPage } from '../../../testing/public-pages.tsx';
import { SIGNING } from './signing.ts';

/** Opens the signing page and waits for its document; the test file replaces what jsdom cannot draw. */
export async function openDocument(server: FakeServer, changes: Partial<Signing> = {}) {
  server.reply(openSigning, { success: true, data: { ...SIGNING, ...changes } });
  const page = openPublicPage('/signing/t.i.cket');
  await screen.findByRole('heading', { name: 'Advisory Agreement' });
  await screen.findByLabelText('Occupation (required)');
  return page;
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const press = (name: string | RegExp) => userEvent.click(button(name));

export async function typeSignature() {
  await press('Sign here: Signature');
  const dialog = within(await screen.findByRole('dialog', { name: 'Your signature' }));
  await userEvent.click(dialog.getByLabelText('Type'));
  await userEvent.click(dialog.getByRole('button', { name: 'Use this signature' }));
}
