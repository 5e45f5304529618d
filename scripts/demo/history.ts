import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { editClients } from '../../server/src/features/records/clients/edits/edit-clients.ts';
import { fixedClock } from '../../server/src/platform/clock.ts';
import { agentActor, HOUR_MS } from './agent-session.ts';
import type { Demo } from './demo.ts';
import { accountNumber, addDays, phone } from './identifiers.ts';

const EDITED = 60;

/** Makes some recent edits through the product's service, so that history pages have content. */
export async function fillHistory(demo: Demo): Promise<string> {
  const { ctx, random } = demo;
  const now = ctx.deps.clock.now();
  const actor = agentActor(1, 'Brokerage Owner');
  const edited = demo.clientIds.slice(0, EDITED);
  for (const id of edited) {
    const clock = fixedClock(new Date(now.getTime() - random.integer(1, 300) * HOUR_MS));
    const input = new Map<CatalogField, unknown>([
      [fieldNamed('next_f_u_date'), addDays(demo.today, random.integer(-1, 60))],
      [fieldNamed('primary_phone'), phone(random)],
      ...(random.chance(0.3) ? [[fieldNamed('account_number'), accountNumber(random)] as const] : []),
    ]);
    await editClients({ ...ctx, actor, deps: { ...ctx.deps, clock } }, [{ id, input }]);
  }
  return `${edited.length} edits in the history`;
}
