import { openSigning, type Signing, submitSigning } from '@ledgerline/contract/signing/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { publicServer } from '../../testing/public-pages.tsx';
import { button, openDocument, press, typeSignature } from './testing/open-document.ts';
import { field, SIGNING } from './testing/signing.ts';

// A browser draws documents and pictures; jsdom does not.
vi.mock('../../components/pdf/pdf-pages.tsx', () => ({
  PdfPages: ({ overlay }: { overlay: (page: object) => ReactNode }) => (
    <div>{overlay({ index: 0, width: 900, height: 1165, scale: 1.47 })}</div>
  ),
}));
vi.mock('signature_pad', () => ({
  default: class {
    isEmpty = () => true;
    clear = () => undefined;
    off = () => undefined;
    toData = () => [];
    fromData = () => undefined;
  },
}));
vi.mock('../../components/signature/signature-picture.ts', () => ({
  typedPicture: (name: string) => (name.trim() ? 'data:image/png;base64,AAAA' : null),
  trimmedPicture: () => null,
}));

let server: FakeServer;

beforeEach(() => {
  server = publicServer();
});

const SAVED = {
  id: 4,
  method: 'drawn' as const,
  name: 'Ada Byron',
  image: 'data:image/png;base64,BBBB',
  saved_at: '2026-11-01T15:00:00.000Z',
};

describe('an advisor', () => {
  const advisor = (changes: Partial<Signing> = {}) =>
    openDocument(server, {
      signer: 'advisor',
      fields: [
        field('Notes', 'text'),
        field('Occupation', 'text', { y: 30, required: true, value: 'Nurse' }),
        field('NPN', 'text', { y: 40, required: true }),
        field('Signature', 'signature', { y: 80, required: true }),
      ],
      ...changes,
    });
  const focused = () => document.activeElement;

  it('starts at the first required field, goes through the required ones and then to the consent', async () => {
    await advisor();
    expect(focused()).toBe(screen.getByLabelText('NPN (required)'));
    await userEvent.type(screen.getByLabelText('NPN (required)'), '1234{Enter}');
    expect(focused()).toBe(button(/^Sign here/));
    await typeSignature();
    await press('Next');
    expect(focused()).toBe(screen.getByLabelText(/I agree to use electronic records/));
  });

  it('signs with the saved signature in two key presses when nothing else is missing', async () => {
    server.reply(submitSigning, { success: true, state: 'signed', return_url: SIGNING.return_url });
    await advisor({
      saved_signature: SAVED,
      fields: [
        field('Occupation', 'text', { required: true, value: 'Nurse' }),
        ...SIGNING.fields.slice(3, 5),
      ],
    });
    expect(focused()).toBe(button('Use my signature'));
    expect(server.calls(submitSigning)).toHaveLength(0);
    button(/^Sign here/);
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe(button('Sign and finish'));
    screen.getByAltText('Your signature');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(server.calls(submitSigning)).toHaveLength(1));
    expect(server.calls(submitSigning)[0]?.body).toMatchObject({ consent: true, signature: { saved: 4 } });
  });

  it('moves from the saved signature to the missing fields, and can use a different signature', async () => {
    server.reply(submitSigning, { success: true, state: 'signed', return_url: SIGNING.return_url });
    await advisor({ saved_signature: SAVED });
    await press('Use my signature');
    expect(focused()).toBe(screen.getByLabelText('NPN (required)'));
    expect(screen.queryByRole('button', { name: 'Use my signature' })).toBeNull();
    await userEvent.keyboard('1234');
    await press(/Signature, Change signature/);
    const dialog = within(await screen.findByRole('dialog', { name: 'Your signature' }));
    await userEvent.click(dialog.getByLabelText('Type'));
    await userEvent.click(dialog.getByRole('button', { name: 'Use this signature' }));
    await press('Sign and finish');
    await waitFor(() => expect(server.calls(submitSigning)).toHaveLength(1));
    expect(server.calls(submitSigning)[0]?.body).toMatchObject({
      signature: { method: 'typed', name: 'Ada Byron' },
    });
  });

  it('who replaced the saved signature meanwhile sees the document again with the current one', async () => {
    await advisor({
      saved_signature: SAVED,
      fields: SIGNING.fields
        .slice(3, 5)
        .concat(field('Occupation', 'text', { required: true, value: 'Nurse' })),
    });
    server.replyError(submitSigning, 'wrong_state', 'Your saved signature was changed.');
    await press('Use my signature');
    await press('Sign and finish');
    await waitFor(() => expect(server.calls(openSigning)).toHaveLength(2));
    await screen.findByRole('button', { name: 'Use my signature' });
  });
});
