import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { render } from '@testing-library/react';
import { PublicApp } from '../public/public-app.tsx';
import { FakeServer } from './fake-server.ts';
import { somePublicSettings } from './settings.ts';

/** A server that answers the requests of every public page. */
export function publicServer(): FakeServer {
  sessionStorage.clear();
  addDialogs();
  const data = somePublicSettings({ time_zone: 'UTC' });
  return new FakeServer().reply(getPublicSettings, { success: true, data }).start();
}

export function openPublicPage(address: string) {
  window.history.replaceState(null, '', address);
  return render(<PublicApp />);
}

/** jsdom has dialog elements, but cannot open them. */
function addDialogs(): void {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}
