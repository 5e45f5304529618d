import type {
  DeletedView,
  SavedView,
  SavedViewColumns,
  SavedViewState,
} from '@ledgerline/contract/saved-views/endpoints';
import type { AgentActor, Deps } from '#platform/context.ts';
import { canChange } from './policy.ts';
import type { SavedViewRow } from './repository.ts';

/** What agents enter: names and filter values may be personal data, so it is stored encrypted. */
export interface ViewContent {
  name: string;
  state: SavedViewState;
  columns: SavedViewColumns | null;
}

const aadOf = (row: number) => ({ table: 'saved_views', row, field: 'content' });

export const encryptContent = ({ cipher }: Deps, id: number, content: ViewContent): string =>
  cipher.encrypt(JSON.stringify(content), aadOf(id));

export const contentOf = ({ cipher }: Deps, { id, content }: SavedViewRow): ViewContent =>
  JSON.parse(cipher.decrypt(content ?? '', aadOf(id)));

export function toView(
  deps: Deps,
  actor: AgentActor,
  row: SavedViewRow,
  names: ReadonlyMap<number, string>,
): SavedView {
  const { id, list, version, private_to, agent_id } = row;
  const agent = agent_id === null ? null : { id: agent_id, name: names.get(agent_id) ?? '' };
  return {
    id,
    list,
    ...contentOf(deps, row),
    is_shared: private_to === null,
    version,
    agent,
    can_change: canChange(actor, row),
  };
}

export function toDeletedView(deps: Deps, row: SavedViewRow): DeletedView {
  const { id, list, private_to, deleted_at } = row;
  const { name } = contentOf(deps, row);
  return { id, list, name, is_shared: private_to === null, deleted_at: deleted_at?.toISOString() ?? '' };
}
