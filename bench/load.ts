import autocannon from 'autocannon';

/** What one path does under one load; times in milliseconds. */
export interface Figure {
  p50: number;
  p99: number;
  perSecond: number;
}

/** One kind of call; `next` makes the nth request, so that no two writes are alike. */
export interface Call {
  method: string;
  next(n: number): { path: string; body?: object };
}

export interface Target {
  url: string;
  headers: Record<string, string>;
}

const SLICE_SECONDS = 1;

/** Loads two servers in turns, a second each, so that whatever else the machine does hits both alike. */
export async function compare(
  sides: readonly { target: Target; call: Call }[],
  connections: number,
  seconds: number,
): Promise<Figure[]> {
  const times: number[][] = sides.map(() => []);
  for (let round = -1; round < seconds; round++) {
    for (const [n, { target, call }] of sides.entries()) {
      const slice = await loadOnce(target, call, connections);
      // The first round warms both up.
      if (round >= 0) times[n]?.push(...slice);
    }
  }
  return times.map((side) => figureOf(side, seconds * SLICE_SECONDS));
}

/** The time of each answer in milliseconds; autocannon's own histogram knows whole ones only. */
async function loadOnce(target: Target, call: Call, connections: number): Promise<number[]> {
  const times: number[] = [];
  let n = 0;
  const { non2xx, errors } = await new Promise<LoadResult>((resolve, reject) => {
    const run = autocannon(
      {
        url: target.url,
        connections,
        duration: SLICE_SECONDS,
        requests: [{ setupRequest: (request) => ({ ...request, ...requestOf(target, call, n++) }) }],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    run.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => times.push(time));
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${call.next(0).path}: ${non2xx} refused, ${errors} failed`);
  return times;
}

type LoadResult = { non2xx: number; errors: number };

function requestOf(target: Target, call: Call, n: number) {
  const { path, body } = call.next(n);
  return {
    method: call.method,
    path,
    headers: { ...target.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
}

function figureOf(times: number[], seconds: number): Figure {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), perSecond: sorted.length / seconds };
}
