import type { ImportFinding, ImportRow } from '@ledgerline/contract/imports/endpoints';
import type { RowOutcome } from '@ledgerline/contract/lists';
import { foldText } from '@ledgerline/contract/rules';
import {
  isAbovePremium,
  POLICY_STATUS_LABELS,
  policyNumberKey,
  SUBSIDY_PROBLEM,
} from '@ledgerline/contract/rules/policies';
import type { PersonIndex } from '#features/records/clients/matching/rules.ts';
import { findMerged, findPeople } from '#features/records/clients/service.ts';
import type { RecordRow } from '#features/records/imports/kinds/import-records.ts';
import { failure, type RecordReading, warning } from '#features/records/imports/rules.ts';
import { changesTo } from '#platform/audit/changes.ts';
import type { Context } from '#platform/context.ts';
import { visibleIdsOf } from '#platform/database/visible-rows.ts';
import { findByNumbers, numberKeyOf } from '../find-same-number.ts';
import * as queries from '../queries.ts';
import type { PolicyRow } from '../repository.ts';
import { isInForce, overlap, type PolicyCells, type ReadPolicyRow, readPolicyRow } from './rules.ts';

const MATCHED_BY = ['email', 'phone', 'name_dob'] as const;

/** What a run does with one row. */
export interface PolicyPlan {
  row: RecordRow;
  outcome: RowOutcome;
  findings: ImportFinding[];
  matches: Omit<ImportRow['matches'][number], 'name'>[];
  client_id: number | null;
  /** The policy to update; null to create one. */
  policy: PolicyRow | null;
  values: PolicyCells;
  policy_number: string;
  /** What a later row may depend on, and what the row itself depends on in earlier ones. */
  writes: string[];
  needs: string[];
}

/** What the rows refer to, read at once. */
interface Known {
  people: PersonIndex<number>;
  clients: ReadonlySet<number>;
  byNumber: ReadonlyMap<string, PolicyRow[]>;
  byClient: ReadonlyMap<number, PolicyRow[]>;
}

interface Plan extends Known {
  /** Existing policies stay as they are. */
  isOnlyNew: boolean;
}

/** Decides for each row which client and policy it is about, among those that the agent can see; changes nothing. */
export async function planPolicies(
  ctx: Context,
  rows: readonly RecordRow[],
  reading: RecordReading,
): Promise<PolicyPlan[]> {
  const read = await readRows(ctx, rows, reading);
  const people = await findPeople(
    ctx.db,
    read.map(({ person }) => person),
    MATCHED_BY,
  );
  const numbered = read.map(({ values, policy_number }) => ({
    carrier: values.carrier ?? '',
    policy_number,
  }));
  const byNumber = await findByNumbers(ctx, numbered);
  const wanted = read.flatMap(({ client_id }) => client_id ?? []);
  const clients = new Set(await visibleIdsOf(ctx.db, 'clients', wanted));
  const known = { people, clients, byNumber, byClient: new Map<number, PolicyRow[]>() };
  const located = read.map((one) => ({ ...one, client: clientOf(one, known) }));
  const ids = located.flatMap(({ client }) => ('id' in client ? [client.id] : []));
  for (const policy of await queries.listOfClients(ctx.db, ids)) {
    const others = known.byClient.get(policy.client_id) ?? [];
    known.byClient.set(policy.client_id, [...others, policy]);
  }
  const isOnlyNew = reading.duplicates === 'skip';
  return located.map((one) => withRemark(planOne(one, one.client, { ...known, isOnlyNew })));
}

/** A row may name a client by an id from before a merge. */
async function readRows(ctx: Context, rows: readonly RecordRow[], reading: RecordReading): Promise<Read[]> {
  const read = rows.map((row) => ({ row, ...readPolicyRow(row.cells, reading) }));
  const merged = await findMerged(
    ctx.db,
    read.flatMap(({ client_id }) => client_id ?? []),
  );
  return read.map((one) => ({ ...one, client_id: merged.get(one.client_id ?? 0) ?? one.client_id }));
}

type Read = ReadPolicyRow & { row: RecordRow };
type Client = { id: number; by: (typeof MATCHED_BY)[number][] } | { problem: string };

const hasContact = ({ email, phone, dob }: ReadPolicyRow['person']): boolean =>
  email !== null || phone !== null || dob !== null;

/** The client by id, or by the rules of decision 083; a row that has only a name is found by its number. */
function clientOf({ client_id, person, values, policy_number }: Read, known: Known): Client {
  if (client_id !== null) {
    if (known.clients.has(client_id)) return { id: client_id, by: [] };
    return { problem: `There is no client with the id ${client_id}` };
  }
  const found = known.people.find(person);
  const [best, next] = found.filter(({ relation }) => relation === 'same');
  if (best && next && best.score === next.score)
    return {
      problem: `The row matches clients ${best.id} and ${next.id} equally well. Add the client id to the row`,
    };
  if (best) return { id: best.id, by: best.by };
  if (hasContact(person)) {
    const possible = found.find(({ relation }) => relation === 'possible');
    return {
      problem: possible
        ? `Client ${possible.id} has the same contact data but a different name or birth date. Add the client id to the row if it is the same person`
        : 'No client matches. Add the client first, or add the client id to the row',
    };
  }
  const numbered = known.byNumber.get(numberKeyOf({ carrier: values.carrier ?? '', policy_number })) ?? [];
  const [owner, ...others] = new Set(numbered.map((policy) => policy.client_id));
  if (owner === undefined)
    return {
      problem:
        'The row has no client id, email, phone or birth date, and no policy of the carrier has its number. Add one of them to the row',
    };
  if (others.length === 0) return { id: owner, by: [] };
  return {
    problem: 'Several clients have policies with this number. Add a column with the client’s email or id',
  };
}

/** An amount that is probably wrong is named, and imported as it is. */
function withRemark(plan: PolicyPlan): PolicyPlan {
  const { policy, values, findings, outcome } = plan;
  const hasAmount = values.premium_cents !== undefined || values.subsidy_cents !== undefined;
  if (outcome === 'refused' || outcome === 'skipped' || !hasAmount) return plan;
  if (!isAbovePremium({ ...policy, ...values })) return plan;
  return { ...plan, findings: [...findings, warning(SUBSIDY_PROBLEM)] };
}

function planOne(read: Read, client: Client, known: Plan): PolicyPlan {
  const { row, values, policy_number, findings } = read;
  const matches: PolicyPlan['matches'] =
    'id' in client ? [{ client_id: client.id, row_number: null, by: client.by }] : [];
  const base = { row, values, policy_number, policy: null, writes: [], needs: [], matches };
  const rejected = (message: string, client_id: number | null = null): PolicyPlan => ({
    ...{ ...base, client_id, outcome: 'refused' },
    findings: [...findings, failure(message)],
  });
  if (findings.some(({ level }) => level === 'error'))
    return { ...base, findings, client_id: null, outcome: 'refused' };
  if ('problem' in client) return rejected(client.problem);
  const found = policyOf(read, client.id, known);
  if (known.isOnlyNew && (found !== null || hasSimilar(read, client.id, known)))
    return { ...base, client_id: client.id, outcome: 'skipped', findings: [...findings, existing(found)] };
  if (found === 'several')
    return rejected(
      'Several policies of the client fit this row. Add columns with the line and the effective date',
      client.id,
    );
  const merged = { effective_date: null, end_date: null, ...found, ...values };
  if (merged.effective_date && merged.end_date && merged.end_date < merged.effective_date)
    return rejected('The end date is before the effective date', client.id);
  const plan = { ...base, ...keysOf(read, client.id, found), findings, client_id: client.id };
  if (found) {
    const isChanged =
      Object.keys(changesTo(found, values)).length > 0 ||
      (policy_number !== '' && found.policy_number === null);
    if (isChanged) return { ...plan, policy: found, outcome: 'updated' };
    const unchanged = warning('The policy already has these values');
    return { ...plan, policy: found, outcome: 'skipped', findings: [...findings, unchanged] };
  }
  if (!values.carrier) return rejected('A new policy needs a carrier', client.id);
  if (!values.line) return rejected('A new policy needs a line, such as Health or Dental', client.id);
  return { ...plan, outcome: 'created' };
}

/**
 * Rows may be about one policy if they have the same number or the same date, unless the other of the two differs: the same rules
 * by which `policyOf` finds a stored policy.
 */
function keysOf({ values, policy_number }: Read, clientId: number, found: PolicyRow | null) {
  const line = values.line ?? found?.line;
  const date = values.effective_date ?? found?.effective_date ?? null;
  const number = policyNumberKey(policy_number) || null;
  const of = [clientId, foldText(values.carrier ?? ''), line];
  const same = (what: string, value: string | null, other: string | null) => {
    const key = (end: string) => JSON.stringify([...of, what, value, end]);
    const [own, open, any] = [key(`is ${other}`), key('open'), key('any')];
    return other === null
      ? { writes: [open, any], needs: [any] }
      : { writes: [own, any], needs: [own, open] };
  };
  const pairs = [same('date', date, number), ...(number === null ? [] : [same('number', number, date)])];
  const policy = found ? [`policy ${found.id}`] : [];
  return {
    writes: [...policy, ...pairs.flatMap(({ writes }) => writes)],
    needs: [...policy, ...pairs.flatMap(({ needs }) => needs)],
  };
}

/** The existing policy of a row: by number and term, otherwise by carrier, line and effective date. */
function policyOf(
  { values, policy_number }: Read,
  clientId: number,
  known: Known,
): PolicyRow | 'several' | null {
  const { carrier = '', line, effective_date = null } = values;
  const isLine = (policy: PolicyRow) => line === undefined || policy.line === line;
  const numbered = (known.byNumber.get(numberKeyOf({ carrier, policy_number })) ?? []).filter(
    (policy) => policy.client_id === clientId && isLine(policy),
  );
  if (numbered.length > 0) {
    // Terms of one policy have the same number: another effective date is another term.
    const terms =
      effective_date === null
        ? numbered
        : numbered.filter((policy) => policy.effective_date === effective_date);
    const open = numbered.filter((policy) => policy.effective_date === null);
    return onlyOne(terms.length > 0 ? terms : open);
  }
  const key = foldText(carrier);
  const alike = (known.byClient.get(clientId) ?? []).filter(
    (policy) =>
      foldText(policy.carrier) === key &&
      policy.line === line &&
      policy.effective_date === effective_date &&
      // Two numbers are two policies.
      (policy_number === '' || policy.policy_number === null),
  );
  return onlyOne(alike);
}

function existing(found: PolicyRow | 'several' | null): ImportFinding {
  const message = 'The client already has this policy';
  return found === null || found === 'several' || isInForce(found)
    ? warning(message)
    : warning(`${message}, with the status ${POLICY_STATUS_LABELS[found.status]}`);
}

/**
 * A row without a number may be any policy of the carrier and line whose term overlaps its own. Policies that were cancelled or
 * lapsed often have no end date, so only those that are in force are compared.
 */
function hasSimilar({ values, policy_number }: Read, clientId: number, known: Known): boolean {
  const { carrier = '', line } = values;
  if (policy_number !== '') return false;
  const key = foldText(carrier);
  return (known.byClient.get(clientId) ?? []).some(
    (policy) =>
      foldText(policy.carrier) === key &&
      policy.line === line &&
      isInForce(policy) &&
      overlap(policy, values),
  );
}

function onlyOne(policies: readonly PolicyRow[]): PolicyRow | 'several' | null {
  return policies.length > 1 ? 'several' : (policies[0] ?? null);
}
