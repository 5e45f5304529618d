import autocannon from 'autocannon';

/** The result of one path under one load; times in milliseconds. */
export interface Figure {
  p50: number;
  p99: number;
  perSecond: number;
}

/** One kind of call; `next` builds the nth request, so that no two writes are identical. */
export interface Call {
  method: string;
  next(n: number): { path: string; body?: object; headers?: Record<string, string> };
}

export interface Target {
  url: string;
  headers: Record<string, string>;
}

const SLICE_SECONDS = 1;
/** A slower call is sent once on each connection instead of for a second. */
const slowMs = (connections: number) => (connections > 1 ? 60 : 250);
const SLOW_ROUNDS = 2;

interface Side {
  target: Target;
  call: Call;
}

/** Loads servers alternately for a second each, so that other work on the machine affects all of them equally. */
export async function compare(
  sides: readonly Side[],
  connections: number,
  seconds: number,
): Promise<Figure[]> {
  const measured = sides.map(() => ({ times: [] as number[], seconds: 0 }));
  const slow: boolean[] = [];
  for (const side of sides) slow.push((await timeOnce(side)) > slowMs(connections));
  const rounds = slow.includes(true) ? Math.min(seconds, SLOW_ROUNDS) : seconds;
  for (let round = -1; round < rounds; round++) {
    for (const [n, side] of sides.entries()) {
      const started = performance.now();
      const slice = await loadOnce(
        side,
        connections,
        slow[n] ? { amount: connections } : { duration: SLICE_SECONDS },
      );
      // The first round is a warm-up.
      if (round < 0) continue;
      measured[n]?.times.push(...slice);
      if (measured[n]) measured[n].seconds += (performance.now() - started) / 1000;
    }
  }
  return measured.map((side) => summarize(side.times, side.seconds));
}

/** The faster of two calls: work that the previous load left running may delay the first one. */
async function timeOnce({ target, call }: Side): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 2; n++) {
    const started = performance.now();
    const { path, ...request } = requestOf(target, call, n);
    const response = await fetch(`${target.url}${path}`, request);
    await response.text();
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

/** The time of each response in milliseconds; autocannon's own histogram has only whole milliseconds. */
async function loadOnce(
  { target, call }: Side,
  connections: number,
  length: { amount: number } | { duration: number },
): Promise<number[]> {
  const times: number[] = [];
  let n = 0;
  const { non2xx, errors } = await new Promise<LoadResult>((resolve, reject) => {
    const run = autocannon(
      {
        url: target.url,
        connections,
        timeout: 120,
        ...length,
        requests: [{ setupRequest: (request) => ({ ...request, ...requestOf(target, call, n++) }) }],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    run.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => times.push(time));
  });
  if (non2xx > 0 || errors > 0)
    throw new Error(`${call.next(0).path}: ${non2xx} error responses, ${errors} failed`);
  return times;
}

type LoadResult = { non2xx: number; errors: number };

function requestOf(target: Target, call: Call, n: number) {
  const { path, body, headers } = call.next(n);
  return {
    method: call.method,
    path,
    headers: { ...target.headers, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
}

/** Sends one call without any load. */
export async function callOnce(target: Target, call: Call, n: number): Promise<void> {
  const { path, ...init } = requestOf(target, call, n);
  const response = await fetch(`${target.url}${path}`, init);
  await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
}

function summarize(times: number[], seconds: number): Figure {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), perSecond: sorted.length / seconds };
}
