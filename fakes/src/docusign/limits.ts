import type { InjectedFailure } from '../provider-server.ts';

/** DocuSign's rate limit responses for `fake.http.failNext`: the same error is returned as 400 or 429. */
export function burstLimit(status: 400 | 429 = 400): InjectedFailure {
  return limitError(status, 'BURST_APIINVOCATION_LIMIT_EXCEEDED', {
    'X-BurstLimit-Limit': '500',
    'X-BurstLimit-Remaining': '0',
  });
}

export function hourlyLimit(resetAt: Date, status: 400 | 429 = 429): InjectedFailure {
  return limitError(status, 'HOURLY_APIINVOCATION_LIMIT_EXCEEDED', {
    'X-RateLimit-Limit': '3000',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
  });
}

/** The response of a gateway that cannot reach DocuSign: neither JSON nor an error code of DocuSign. */
export function badGateway(): InjectedFailure {
  return { kind: 'answer', status: 502, body: '<html>Bad Gateway</html>', headers: { 'Retry-After': '2' } };
}

function limitError(status: number, errorCode: string, headers: Record<string, string>): InjectedFailure {
  const message = 'The maximum number of API invocations has been exceeded.';
  const trace = { 'X-DocuSign-TraceToken': '00000000-0000-4000-8000-000000000429' };
  return { kind: 'answer', status, body: { errorCode, message }, headers: { ...trace, ...headers } };
}
