import { saveDismissed } from '../../server/src/features/activity/today/getting-started/repository.ts';
import type { Demo } from './demo.ts';

/** The made-up brokerage has its first day behind it; address and mail server it has none of its own. */
export async function fillGettingStarted({ ctx, agentIds: [owner = 1] }: Demo): Promise<string> {
  await saveDismissed(ctx.db, owner, true, ctx.deps.clock.now());
  return 'The first day is dismissed';
}
