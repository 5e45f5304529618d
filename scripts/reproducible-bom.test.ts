import { expect, it } from 'vitest';
import { type Bom, reproducibleBom } from './reproducible-bom.ts';

const DIGEST = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
const component = (name: string, licenses?: unknown[]) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  ...(licenses && { licenses }),
});

function bom(serial: string, folder: string): Bom {
  return {
    serialNumber: `urn:uuid:${serial}`,
    metadata: { timestamp: serial, tools: [{ version: serial }], component: component(folder) },
    components: [component('b', [{ license: { id: 'ISC' } }]), component('a'), component('ours')],
    dependencies: [{ ref: 'b@1.0.0', dependsOn: ['z', 'c'] }, { ref: 'a@1.0.0' }],
  };
}

it('produces the same document in two runs, with a serial number derived from its content', () => {
  const licenses = new Map([['a@1.0.0', 'MIT']]);
  const first = reproducibleBom(bom('1', 'here'), DIGEST, licenses);
  expect(first).toEqual(reproducibleBom(bom('2', 'here'), DIGEST, licenses));
  expect(first.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(first.metadata).toEqual({ component: { ...component('ledgerline'), 'bom-ref': 'here@1.0.0' } });
});

it('adds a license that npm could not read and keeps those it could', () => {
  const licenses = new Map([
    ['a@1.0.0', 'MIT OR ISC'],
    ['b@1.0.0', 'MIT'],
  ]);
  const [a, b, ours] = reproducibleBom(bom('1', 'here'), DIGEST, licenses).components;
  expect(a?.licenses).toEqual([{ expression: 'MIT OR ISC' }]);
  expect(b?.licenses).toEqual([{ license: { id: 'ISC' } }]);
  expect(ours?.licenses).toBeUndefined();
});
