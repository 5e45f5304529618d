const DAY_MS = 86_400_000;

interface Dated {
  finished_at: string;
}

/** The newest base from which a time can be reached; null selects the newest of all. Bases are sorted oldest first. */
export function baseFor<B extends Dated>(bases: readonly B[], until: Date | null): B | undefined {
  return bases.findLast(({ finished_at }) => until === null || Date.parse(finished_at) <= until.getTime());
}

/** Bases that no time in the last `retentionDays` needs: all older than the newest one from before that period. */
export function outdatedBases<B extends Dated>(bases: readonly B[], retentionDays: number, now: Date): B[] {
  const needed = baseFor(bases, new Date(now.getTime() - retentionDays * DAY_MS));
  return needed ? bases.slice(0, bases.indexOf(needed)) : [];
}

/** Whether a base is due: there is none, or the newest is a day old. */
export function isBaseDue(bases: readonly Dated[], now: Date): boolean {
  const newest = bases.at(-1);
  return !newest || now.getTime() - Date.parse(newest.finished_at) >= DAY_MS;
}

/** A segment, compressed or not. */
const SEGMENT_POSITION = /^[0-9A-F]{8}([0-9A-F]{16})(?:\.gz)?$/;

/** Whether a segment precedes another, regardless of timelines; a timeline history file never does. */
export function isSegmentBefore(name: string, first: string): boolean {
  const [position, limit] = [SEGMENT_POSITION.exec(name)?.[1], SEGMENT_POSITION.exec(first)?.[1]];
  return position !== undefined && limit !== undefined && position < limit;
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/;

/** Parses a time from the command line, in the brokerage's time zone or with its own offset; null for invalid input. */
export function readMoment(text: string, timeZone: string): Date | null {
  const local = LOCAL.exec(text.trim());
  if (local) return inZone(`${local[1]}T${local[2]}${local[3] ?? ':00'}`, timeZone);
  const instant = new Date(text.trim());
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text.trim());
  return hasZone && !Number.isNaN(instant.getTime()) ? instant : null;
}

/** The instant at which clocks of the zone show this time; the first one if the hour occurs twice. */
function inZone(wall: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${wall}Z`);
  // Nonexistent days would be parsed as later ones.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(wall)) return null;
  for (const guess of [
    asUtc - offsetAt(asUtc - DAY_MS, timeZone),
    asUtc - offsetAt(asUtc + DAY_MS, timeZone),
  ])
    if (guess + offsetAt(guess, timeZone) === asUtc) return new Date(guess);
  return null;
}

/** Milliseconds by which clocks of the zone are ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
}
