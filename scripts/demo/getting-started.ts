import { saveDismissed } from '../../server/src/features/activity/today/getting-started/repository.ts';
import type { Demo } from './demo.ts';

/** Dismisses the getting started list: the demo is set up, although it has no address and mail server of its own. */
export async function fillGettingStarted({ ctx, agentIds: [owner = 1] }: Demo): Promise<string> {
  await saveDismissed(ctx.db, owner, true, ctx.deps.clock.now());
  return 'Getting started list dismissed';
}
