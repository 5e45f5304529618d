import type { Endpoint, ReplyOf } from '@ledgerline/contract/endpoint';
import type { ErrorBody } from '@ledgerline/contract/errors';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import type { CallInput } from '../../../lib/http.ts';
import type { FakeServer, Received } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';

let server: FakeServer;

/** A fake server without client responses. */
export function resetApi(): void {
  server = fakeServer();
  answer(getPublicSettings).with(() => ({
    success: true,
    data: {
      brand: 'Ledgerline',
      logo: null,
      color: null,
      phone_lookup_url: 'https://lookup.example/{digits}',
      card_security_code: 'keep',
      time_zone: 'America/New_York',
      public_url: null,
      is_email_connected: true,
    },
  }));
}

/** `answer(getClient).with(() => …)`: two steps, so that the endpoint determines the response type. */
export function answer<E extends Endpoint>(endpoint: E) {
  return {
    with(handler: (input: CallInput<E>) => ReplyOf<E>): void {
      server.reply(endpoint, (received) => handler(inputOf(endpoint, received)));
    },
  };
}

/** A status that is not retried. */
export function failWith(endpoint: Endpoint, status: number, body?: Partial<ErrorBody>): void {
  server.respond(endpoint, () => Response.json({ success: false, message: 'failed', ...body }, { status }));
}

/** Requests to one endpoint, oldest first. */
export function callsOf<E extends Endpoint>(endpoint: E): CallInput<E>[] {
  return server.calls(endpoint).map((received) => inputOf(endpoint, received));
}

/** The request body, parsed by the contract. */
function inputOf<E extends Endpoint>(endpoint: E, { path, query, body }: Received): CallInput<E> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const pattern = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`);
  const values = pattern.exec(path)?.slice(1) ?? [];
  return {
    params: endpoint.params.parse(Object.fromEntries(names.map((name, index) => [name, values[index]]))),
    query: endpoint.query.parse(Object.fromEntries(query)),
    body,
  } as CallInput<E>;
}
