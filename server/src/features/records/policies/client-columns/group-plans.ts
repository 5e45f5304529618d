import { CARRIER_COLUMNS, PLAN_COLUMNS } from '@ledgerline/contract/policies/client-columns/columns';
import {
  type ColumnPlan,
  type LeftOut,
  MAX_COLUMN_PLANS,
} from '@ledgerline/contract/policies/client-columns/endpoints';
import { foldText } from '@ledgerline/contract/rules';
import { type Candidate, hasDifferentAmounts, keyOf, type LeftOutValue } from './rules.ts';

interface Client {
  id: number;
  name: string;
}

const ORDER = [...PLAN_COLUMNS, ...CARRIER_COLUMNS].flatMap((column) => [
  column.name,
  ...('premium' in column && column.premium !== null ? [column.premium] : []),
]);

const byColumn = (a: ColumnPlan | LeftOut, b: ColumnPlan | LeftOut): number =>
  ORDER.indexOf(a.column) - ORDER.indexOf(b.column) || b.clients - a.clients;

/**
 * Collects a limited number of different plans, and as many texts that are not plans. Plans that are policies of all their clients
 * are listed only if there is room for them, so that in a long list the others follow.
 */
export class Groups {
  readonly #limit: number;
  readonly #open = new Map<string, ColumnPlan>();
  readonly #done = new Map<string, ColumnPlan>();
  readonly #leftOut = new Map<string, LeftOut>();
  #notListed = 0;

  constructor(limit = MAX_COLUMN_PLANS) {
    this.#limit = limit;
  }

  addPlan({ id, name }: Client, candidate: Candidate, isPolicy: boolean): void {
    const key = keyOf(candidate);
    const { amounts, agent_of_record: _, ...shown } = candidate;
    const premium_cents = amounts[0]?.cents ?? null;
    const example = { client_id: id, client_name: name, premium_cents };
    if (!isPolicy) this.#reopen(key);
    const group =
      this.#open.get(key) ??
      this.#done.get(key) ??
      this.#group(isPolicy ? this.#done : this.#open, key, {
        ...shown,
        key,
        clients: 0,
        different: 0,
        example,
      });
    if (!group) return;
    group.clients += 1;
    if (hasDifferentAmounts(candidate)) group.different += 1;
  }

  addLeftOut({ id, name }: Client, value: LeftOutValue): void {
    const key = JSON.stringify([value.column, value.reason, foldText(value.text)]);
    const example = { client_id: id, client_name: name };
    const group = this.#group(this.#leftOut, key, { ...value, clients: 0, example });
    if (group) group.clients += 1;
  }

  lists(): { plans: ColumnPlan[]; left_out: LeftOut[]; not_listed: number } {
    const plans = [...this.#open.values(), ...this.#done.values()];
    const omitted = plans.splice(this.#limit).reduce((sum, { clients }) => sum + clients, 0);
    return {
      plans: plans.sort(byColumn),
      left_out: [...this.#leftOut.values()].sort(byColumn),
      not_listed: this.#notListed + omitted,
    };
  }

  /** A plan that is a policy of some of its clients only. */
  #reopen(key: string): void {
    const done = this.#done.get(key);
    if (!done || this.#open.size >= this.#limit) return;
    this.#done.delete(key);
    this.#open.set(key, done);
  }

  #group<Group>(groups: Map<string, Group>, key: string, first: Group): Group | null {
    const known = groups.get(key);
    if (known) return known;
    if (groups.size >= this.#limit) {
      this.#notListed += 1;
      return null;
    }
    groups.set(key, first);
    return first;
  }
}
