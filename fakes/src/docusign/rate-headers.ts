import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const HOUR_MS = 3_600_000;
const PER_HOUR = 3000;
const PER_BURST = 500;
const BURST_MS = 30_000;

/** The headers of every REST API response: trace token, and calls left in this hour and in these 30 seconds. */
export function rateHeaders(now: () => Date): RequestHandler {
  const used = { hour: { at: 0, calls: 0 }, burst: { at: 0, calls: 0 } };
  const left = (kind: 'hour' | 'burst', length: number, most: number) => {
    const at = Math.floor(now().getTime() / length);
    if (used[kind].at !== at) used[kind] = { at, calls: 0 };
    used[kind].calls += 1;
    return String(Math.max(0, most - used[kind].calls));
  };
  return (_request, response, next) => {
    const resetAt = (Math.floor(now().getTime() / HOUR_MS) + 1) * HOUR_MS;
    response.set({
      'X-DocuSign-TraceToken': randomUUID(),
      'X-RateLimit-Limit': String(PER_HOUR),
      'X-RateLimit-Remaining': left('hour', HOUR_MS, PER_HOUR),
      'X-RateLimit-Reset': String(resetAt / 1000),
      'X-BurstLimit-Limit': String(PER_BURST),
      'X-BurstLimit-Remaining': left('burst', BURST_MS, PER_BURST),
    });
    next();
  };
}
