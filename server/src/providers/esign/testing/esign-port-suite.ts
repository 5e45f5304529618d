import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EsignWorld } from './esign-world.ts';
import { describeSigning } from './signing-cases.ts';
import { suiteTools } from './suite-tools.ts';
import { describeTemplates } from './template-cases.ts';
import { describeUpdates } from './update-cases.ts';

/** The behavior of every e-signature provider behind the port. */
export function describeEsignPort(name: string, openWorld: () => Promise<EsignWorld>): void {
  let world: EsignWorld | undefined;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());
  const tools = suiteTools(() => {
    if (!world) throw new Error('the provider is not open yet');
    return world;
  });
  describeTemplates(name, tools);
  describeSigning(name, tools);
  describeUpdates(name, tools);

  it(`${name} reports no violations`, () => {
    expect(tools.w.violations()).toEqual([]);
  });
}
