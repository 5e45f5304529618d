import type { Endpoint, ReplyOf } from '@ledgerline/contract/endpoint';
import type { ErrorBody } from '@ledgerline/contract/errors';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { ApiError, type CallInput } from '../../../lib/http.ts';

type Handler = (input: unknown) => unknown;

const handlers = new Map<string, Handler>();
let calls: { name: string; input: CallInput<Endpoint> }[] = [];

/** Stands in for `lib/api.ts`: answers typed by the contract, no network. */
export const apiModule = {
  async api(endpoint: Endpoint, input: CallInput<Endpoint> = {}): Promise<unknown> {
    calls.push({ name: endpoint.name, input });
    const handler = handlers.get(endpoint.name);
    if (!handler) throw new Error(`the test has no answer for ${endpoint.name}`);
    return handler(input);
  },
};

export function resetApi(): void {
  handlers.clear();
  calls = [];
  answer(getPublicSettings).with(() => ({
    success: true,
    data: {
      brand: 'Ledgerline',
      phone_lookup_url: 'https://lookup.example/{digits}',
      card_security_code: 'keep',
      time_zone: 'America/New_York',
      public_url: null,
    },
  }));
}

/** `answer(getClient).with(() => …)`: in two steps, so that the reply is typed by the endpoint. */
export function answer<E extends Endpoint>(endpoint: E) {
  return {
    with(handler: (input: CallInput<E>) => ReplyOf<E>): void {
      handlers.set(endpoint.name, handler as Handler);
    },
  };
}

export function failWith(endpoint: Endpoint, status: number, body?: Partial<ErrorBody>): void {
  handlers.set(endpoint.name, () => {
    throw new ApiError(new Error('failed'), status, body);
  });
}

/** What was asked of one endpoint, oldest first. */
export function callsOf<E extends Endpoint>(endpoint: E): CallInput<E>[] {
  return calls.filter((call) => call.name === endpoint.name).map((call) => call.input as CallInput<E>);
}
