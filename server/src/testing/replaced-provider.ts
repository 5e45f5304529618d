import type { TestApp } from './test-app.ts';

/** Runs `work` with some calls of the payment provider replaced. */
export async function withProvider<T>(
  { deps }: Pick<TestApp, 'deps'>,
  fake: Partial<TestApp['deps']['payments']>,
  work: () => Promise<T>,
): Promise<T> {
  const real = deps.payments;
  deps.payments = { ...real, ...fake } as typeof real;
  try {
    return await work();
  } finally {
    deps.payments = real;
  }
}
