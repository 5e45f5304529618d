import { ACCOUNT_NAMES } from '@ledgerline/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEvents } from './event-cases.ts';
import { describeMoney } from './money-cases.ts';
import type { PaymentWorld } from './payment-port-world.ts';
import { portTools } from './port-tools.ts';
import { describePublishing } from './publishing-cases.ts';

/** The behavior of every payment provider behind the port, for each account. */
export function describePaymentPort(name: string, openWorld: () => Promise<PaymentWorld>): void {
  let opened: PaymentWorld | undefined;
  beforeAll(async () => {
    opened = await openWorld();
  });
  afterAll(() => opened?.close());
  const world = () => {
    if (!opened) throw new Error('the provider is not open yet');
    return opened;
  };
  describe.each(ACCOUNT_NAMES)('account %s', (account) => {
    const tools = portTools(world, account);
    describePublishing(name, tools);
    describeMoney(name, tools);
    describeEvents(name, tools);
  });

  it(`${name} reports no violations`, () => {
    expect(world().violations()).toEqual([]);
  });
}
