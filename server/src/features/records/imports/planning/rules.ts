import type {
  DuplicateChoice,
  IdentityPart,
  ImportFinding,
  MatchKey,
} from '@ledgerline/contract/imports/endpoints';
import type { RowOutcome } from '@ledgerline/contract/lists';
import { compareNames, nameKey } from '@ledgerline/contract/rules';
import type { Candidate, Person } from '#features/records/clients/matching/rules.ts';
import { failure, warning } from '../rules.ts';

export interface RowPlan {
  plan: RowOutcome;
  /** The client to update. */
  match_id: number | null;
  /** Or the earlier row of the file that creates the client. */
  match_row: number | null;
  findings: ImportFinding[];
  /** What the update would replace and an agent has to confirm. */
  to_confirm: IdentityPart[];
  confirmed: boolean;
}

/** What an agent confirmed for a row before it was planned again. */
export type Confirmation = Pick<RowPlan, 'match_id' | 'match_row' | 'to_confirm' | 'confirmed'>;

interface Found {
  clients: readonly Candidate<number>[];
  earlier: readonly Candidate<number>[];
}

/** Neither updates nor repeats anything. */
export const NO_TARGET = {
  match_id: null,
  match_row: null,
  to_confirm: [],
  confirmed: false,
} satisfies Confirmation;

/** The plan of a row that is not a client. */
export function skipRow(findings: ImportFinding[]): RowPlan {
  return { plan: 'skipped', ...NO_TARGET, findings };
}

/** The plan of a row, from its findings, its matches and the agent's choice. */
export function planRow(
  row: { findings: ImportFinding[]; person: Person },
  found: Found,
  duplicates: DuplicateChoice,
  before: Confirmation = NO_TARGET,
): RowPlan {
  if (row.findings.some(({ level }) => level === 'error')) {
    return { plan: 'refused', ...NO_TARGET, findings: row.findings };
  }
  const clients = found.clients.filter(isSame);
  const earlier = found.earlier.filter(isSame);
  const isRepeated = clients.length + earlier.length > 0;
  const findings = [
    ...row.findings,
    ...(earlier.length > 0 ? [REPEATED] : []),
    ...(isRepeated ? [] : possibleMatchWarnings(found)),
  ];
  if (!isRepeated || duplicates === 'create') return { plan: 'created', ...NO_TARGET, findings };
  if (duplicates === 'skip') return { plan: 'skipped', ...NO_TARGET, findings };
  const [best, next] = clients;
  if (best && next && next.score === best.score) {
    const message = `The row matches clients ${best.id} and ${next.id} equally well, so none was updated`;
    return {
      plan: 'refused',
      ...NO_TARGET,
      findings: [...findings, failure(message)],
    };
  }
  const target = best ?? earlier[0];
  const match = best
    ? { match_id: best.id, match_row: null }
    : { match_id: null, match_row: target?.id ?? null };
  const to_confirm = target ? partsToConfirm(row.person, target.person) : [];
  if (to_confirm.length === 0) return { ...NO_TARGET, plan: 'updated', ...match, findings };
  const confirmed = isConfirmed({ ...match, to_confirm }, before);
  return {
    plan: confirmed ? 'updated' : 'skipped',
    ...match,
    to_confirm,
    confirmed,
    findings: [...findings, confirmationFinding(to_confirm)],
  };
}

const isSame = ({ relation }: Candidate<number>): boolean => relation === 'same';

export const REPEATED = warning('Repeats an earlier row of the file');

/** The warning for a row that is imported as a new client but may match an existing person. */
function possibleMatchWarnings({ clients, earlier }: Found): ImportFinding[] {
  const isPossible = ({ relation }: Candidate<number>) => relation === 'possible';
  const client = clients.find(isPossible);
  const found = client ?? earlier.find(isPossible);
  if (!found) return [];
  const who = client ? 'A client' : 'An earlier row';
  const message = `${who} has the same ${keysText(found.by)} but a different name or birth date. Check whether they are the same person`;
  return [warning(message)];
}

const KEY_LABELS: Record<MatchKey, string> = {
  email: 'email',
  phone: 'phone number',
  name_dob: 'name with birth date',
};
const list = new Intl.ListFormat('en-US');

const keysText = (keys: readonly MatchKey[]): string => list.format(keys.map((key) => KEY_LABELS[key]));

const PART_LABELS: Record<IdentityPart, string> = { name: 'name', dob: 'birth date', ssn: 'SSN' };

/** The finding that an update waits for its confirmation. */
export function confirmationFinding(parts: readonly IdentityPart[]): ImportFinding {
  const what = list.format(parts.map((part) => PART_LABELS[part]));
  const message = `The update would replace the client’s ${what}. The row is skipped unless you confirm it`;
  return warning(message);
}

/** Whether the agent confirmed at least this, for this client. */
export function isConfirmed(
  wanted: Pick<Confirmation, 'match_id' | 'match_row' | 'to_confirm'>,
  confirmation: Confirmation,
): boolean {
  const isSameTarget =
    confirmation.match_id === wanted.match_id && confirmation.match_row === wanted.match_row;
  return (
    confirmation.confirmed &&
    isSameTarget &&
    wanted.to_confirm.every((part) => confirmation.to_confirm.includes(part))
  );
}

/**
 * The parts of a stored identity that a row would replace and that need a confirmation: the SSN, or name and
 * birth date together (decision 083). Empty when the update needs none.
 */
export function partsToConfirm(row: Person, stored: Person): IdentityPart[] {
  const isReplaced = (one: string | null, other: string | null) => Boolean(one && other && one !== other);
  const names = compareNames(row, stored);
  const replaced: Record<IdentityPart, boolean> = {
    name: names !== 'unknown' && isReplaced(nameKey(row), nameKey(stored)),
    dob: isReplaced(row.dob, stored.dob),
    ssn: isReplaced(row.ssn, stored.ssn),
  };
  const parts = (['name', 'dob', 'ssn'] as const).filter((part) => replaced[part]);
  return replaced.ssn || parts.length > 1 ? parts : [];
}
