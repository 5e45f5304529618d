import type { Context } from './context.ts';

/** A path of this portal as a whole address: under PUBLIC_URL, else under the address it was asked at (decisions I14). */
export function wholeAddress({ deps, origin }: Pick<Context, 'deps' | 'origin'>, path: string): string {
  const { PUBLIC_URL, PORT } = deps.config;
  return new URL(path, PUBLIC_URL ?? origin ?? `http://localhost:${PORT}`).href;
}
