import type { ProviderPart, ProviderState } from '@ledgerline/contract/providers/endpoints';
import { ACCOUNTS, cpuBarPercent, DISK_FULL_PERCENT } from '@ledgerline/contract/rules';
import type { SystemStatus } from '@ledgerline/contract/status/endpoints';
import { relativeText } from '../../domain/relative-text.ts';
import { adapterLabel, partLabel, providerStateLabel } from './providers/provider-text.ts';

/** One area of the portal in words: green works, yellow needs attention, red fails, gray is not known or not used. */
export interface Light {
  name: string;
  hue: 'green' | 'yellow' | 'red' | 'gray';
  sentence: string;
}

const HUES: Record<string, Light['hue']> = {
  healthy: 'green',
  warning: 'yellow',
  degraded: 'yellow',
  critical: 'red',
};
const PAYMENT_PARTS: readonly ProviderPart[] = ACCOUNTS.map(({ part }) => part);

/** The color is that of the overall health; the sentence names the resource that decides it. */
export function serverLight({ overallHealth, system }: SystemStatus): Light {
  const { cpu, memory, disk } = system.resources;
  const hue = HUES[overallHealth.toLowerCase()] ?? 'gray';
  const memoryPercent = Number.parseFloat(memory.usage) || 0;
  const sentence =
    disk && Number.parseFloat(disk.usage) >= DISK_FULL_PERCENT
      ? `The disk is almost full: ${disk.usage} is used. Free up space.`
      : memoryPercent > 70
        ? `Memory is running low: ${memory.usage} is used.`
        : cpu.load[0] !== undefined && cpu.load[0] > cpu.cores
          ? 'The server has more work than it can do at once. The portal may be slow.'
          : `CPU load ${cpuBarPercent(cpu).toFixed(0)}%, memory ${memory.usage} used.`;
  return { name: 'Server', hue, sentence };
}

/** Email, e-signature and payments; `null` while their state is not known. `now` is in milliseconds. */
export function providerLights(providers: readonly ProviderState[] | null, now: number): Light[] {
  const areas: [string, readonly ProviderPart[]][] = [
    ['Email', ['mail']],
    ['E-signature', ['esign']],
    ['Payments', PAYMENT_PARTS],
  ];
  return areas.map(([name, parts]) => ({
    name,
    ...(providers === null
      ? { hue: 'gray' as const, sentence: 'Its status is not known yet.' }
      : areaLight(
          providers.filter(({ part }) => parts.includes(part)),
          now,
        )),
  }));
}

/** The worst state of its services decides. */
function areaLight(services: readonly ProviderState[], now: number): Omit<Light, 'name'> {
  const failing = services.find((service) => providerStateLabel(service).isFailing);
  if (failing) {
    const when = relativeText(failing.last_error_at ?? '', now);
    return { hue: 'red', sentence: `${serviceLabel(failing)}: the last call failed ${when}. See Providers.` };
  }
  const parked = services.reduce((sum, { events_parked }) => sum + (events_parked ?? 0), 0);
  if (parked > 0) {
    const events = parked === 1 ? '1 event' : `${parked.toLocaleString('en-US')} events`;
    return { hue: 'yellow', sentence: `${events} could not be processed. See Providers.` };
  }
  if (services.some(({ name }) => name === 'outbox')) {
    return { hue: 'yellow', sentence: 'Email isn’t connected. No email leaves this installation.' };
  }
  const used = services.flatMap(({ last_success_at }) => last_success_at ?? []).sort();
  const latest = used.at(-1);
  return latest === undefined
    ? { hue: 'gray', sentence: 'Not used yet.' }
    : { hue: 'green', sentence: `Working. Last used ${relativeText(latest, now)}.` };
}

function serviceLabel({ part, name }: ProviderState): string {
  return `${partLabel(part)} (${adapterLabel(name)})`;
}
