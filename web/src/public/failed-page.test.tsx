import type { Endpoint } from '@ledgerline/contract/endpoint';
import type { ErrorCode } from '@ledgerline/contract/errors';
import { inEveryLanguage } from '@ledgerline/contract/languages';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import { startSigning, validateLink, validateSessionLink } from '@ledgerline/contract/public-forms/endpoints';
import { openSigning } from '@ledgerline/contract/signing/endpoints';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../testing/public-pages.tsx';

const FORM = {
  form_link_id: 'agreement',
  title: 'Advisory Agreement',
  titles: inEveryLanguage(() => 'Advisory Agreement'),
  type: 'DocuSign',
  brokerage: 'Ledgerline',
  agent_name: 'Ada Byron',
  totalSteps: 0,
};
const expires_at = '2026-11-27T15:00:00.000Z';
const MESSAGES = {
  English: /^The service is unavailable right now\. Please try again in a few minutes\./,
  Español: /^El servicio no está disponible en este momento\. Inténtelo de nuevo en unos minutos\./,
  Português: /^O serviço está indisponível no momento\. Tente novamente em alguns minutos\./,
};
const PAGES: [string, Endpoint, string][] = [
  ['/pay/token', getPayPage, 'We couldn’t load the invoice'],
  ['/forms/personal-info/a.b.c', validateLink, 'We couldn’t load the form'],
  ['/sign/agreement/a.b.c', startSigning, 'We couldn’t load the form'],
  ['/signing/t.i.cket', openSigning, 'We couldn’t load the form'],
  ['/secure/a.b.c', validateSessionLink, 'We couldn’t load your forms'],
];

const WAIT_OPTIONS = { timeout: 30_000 };

let server: FakeServer;

beforeEach(() => {
  server = publicServer();
  server.reply(validateLink, { success: true, state: 'ready', form: FORM, expires_at });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** Opens a page, and waits until every retry has failed. */
async function open(address: string, heading: string) {
  openPublicPage(address);
  await screen.findByRole('heading', { name: heading });
}

describe('a page that cannot be loaded', () => {
  it.each(PAGES)(
    '%s does not blame the connection while the service is unavailable',
    async (address, endpoint, heading) => {
      for (const code of ['provider_unavailable', 'unavailable'] satisfies ErrorCode[]) {
        server.replyError(endpoint, code, 'The provider cannot be reached. Please try again.');
        await open(address, heading);
        for (const [language, message] of Object.entries(MESSAGES)) {
          fireEvent.click(screen.getByRole('button', { name: language }));
          screen.getByText(message);
        }
        fireEvent.click(screen.getByRole('button', { name: 'English' }));
        expect(screen.queryByText(/internet connection/)).toBeNull();
        const { length } = server.calls(endpoint);
        fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
        await vi.waitFor(() => expect(server.calls(endpoint).length).toBeGreaterThan(length), WAIT_OPTIONS);
        cleanup();
      }
    },
  );

  it.each(PAGES)(
    '%s mentions the connection when there is no response',
    async (address, endpoint, heading) => {
      server.respond(endpoint, () => {
        throw new TypeError('Failed to fetch');
      });
      await open(address, heading);
      screen.getByText(/^Please check your internet connection and try again\./);
      screen.getByRole('button', { name: 'Try again' });
      const { length } = server.calls(endpoint);
      server.respond(endpoint, () => new Promise(() => undefined));
      fireEvent(window, new Event('online'));
      await vi.waitFor(() => expect(server.calls(endpoint).length).toBeGreaterThan(length), WAIT_OPTIONS);
    },
  );
});
