import type { ProviderPart } from '@ledgerline/contract/providers/endpoints';
import { accountNamed } from '@ledgerline/contract/rules';
import type { ProviderHealth } from './health.ts';
import { outcomeOf } from './outcomes.ts';

interface Watch {
  health: ProviderHealth;
  /** The part a call belongs to; null for calls without one. */
  partOf: (input: readonly unknown[]) => ProviderPart | null;
}

type Method = (...input: unknown[]) => unknown;

function isMethod(member: unknown): member is Method {
  return typeof member === 'function';
}

/** Wraps a port so that completed calls are recorded. Only asynchronous calls count: the others contact no external service. */
export function watchProvider<Port extends { readonly name: string }>(port: Port, watch: Watch): Port {
  const watched = {};
  for (const key of memberNames(port)) {
    const member: unknown = Reflect.get(port, key);
    Object.defineProperty(
      watched,
      key,
      isMethod(member)
        ? { value: watchedCall(port, member, watch), enumerable: true, configurable: true, writable: true }
        : { get: () => Reflect.get(port, key), enumerable: true, configurable: true },
    );
  }
  return watched as Port;
}

/** The account in a call of the payment port: its first argument, or a field of it. */
export function paymentPart([first]: readonly unknown[]): ProviderPart | null {
  const isObject = typeof first === 'object' && first !== null;
  const account = isObject && 'account' in first ? first.account : first;
  return accountNamed(account)?.part ?? null;
}

/** Own and inherited members: an adapter may be a class. */
function memberNames(port: object): Set<string> {
  const names = new Set<string>();
  for (let at: object = port; at !== Object.prototype && at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  names.delete('constructor');
  return names;
}

function watchedCall<Port extends { readonly name: string }>(
  port: Port,
  call: Method,
  { health, partOf }: Watch,
): Method {
  return (...input) => {
    const answer: unknown = Reflect.apply(call, port, input);
    const part = partOf(input);
    if (!(answer instanceof Promise) || part === null) return answer;
    answer.then(
      (value) => {
        // No result: the provider may not have been contacted, as for an event of another installation.
        if (value !== null) health.succeeded(part, port.name);
      },
      (error: unknown) => {
        const outcome = outcomeOf(error);
        if (outcome === 'answer') health.succeeded(part, port.name);
        else if (outcome === 'refusal') health.rejected(part, port.name, error);
        else health.failed(part, port.name, error);
      },
    );
    return answer;
  };
}
