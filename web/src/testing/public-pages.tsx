import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { render } from '@testing-library/react';
import { PublicApp } from '../public/public-app.tsx';
import { FakeServer } from './fake-server.ts';

/** A server that answers what every public page asks. */
export function publicServer(): FakeServer {
  sessionStorage.clear();
  addDialogs();
  const data = {
    brand: 'Ledgerline',
    phone_lookup_url: '',
    card_security_code: 'keep',
    time_zone: 'UTC',
    public_url: null,
  } as const;
  return new FakeServer().reply(getPublicSettings, { success: true, data }).start();
}

export function openPublicPage(address: string) {
  window.history.replaceState(null, '', address);
  return render(<PublicApp />);
}

/** jsdom knows dialogs, but not how to show them. */
function addDialogs(): void {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}
