import { parseFieldValue } from '@ledgerline/contract/clients/field-values';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type { ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { isPolicyTarget, type PolicyTarget } from '@ledgerline/contract/imports/policy-columns';
import {
  isEmptyDate,
  isMask,
  parseDate,
  parseMoneyCents,
  spreadsheetDay,
  withoutTime,
} from '@ledgerline/contract/rules';
import {
  isPolicyDay,
  POLICY_DAY_PROBLEM,
  POLICY_LIMITS,
  type PolicyLine,
  type PolicyStatus,
  RENEWABLE_STATUSES,
} from '@ledgerline/contract/rules/policies';
import { policyLineOf, policyStatusOf } from '@ledgerline/contract/rules/policy-words';
import type { Person } from '#features/records/clients/matching/rules.ts';
import {
  NO_IDENTITY,
  omitted,
  type RecordReading,
  readRow,
  withoutApostrophe,
} from '#features/records/imports/rules.ts';

/** The values of a policy in a row; empty cells are omitted. */
export interface PolicyCells {
  line?: PolicyLine;
  carrier?: string;
  plan_name?: string;
  plan_type?: string;
  effective_date?: string;
  end_date?: string;
  status?: PolicyStatus;
  premium_cents?: number;
  subsidy_cents?: number;
  agent_of_record_id?: number;
  notes?: string;
}

export interface ReadPolicyRow {
  values: PolicyCells;
  /** '' without one. */
  policy_number: string;
  client_id: number | null;
  person: Person;
  findings: ImportFinding[];
}

const MAX_LENGTH: Partial<Record<PolicyTarget, number>> = {
  policy_carrier: POLICY_LIMITS.carrier,
  policy_plan: POLICY_LIMITS.plan_name,
  policy_plan_type: POLICY_LIMITS.plan_type,
  policy_number: POLICY_LIMITS.policy_number,
  policy_notes: POLICY_LIMITS.notes,
};

type Cell = { value: string | number } | { problem: string };

/** Reads one row; a cell that cannot be read is omitted and reported. */
export function readPolicyRow(cells: readonly string[], { mapping, policy }: RecordReading): ReadPolicyRow {
  const { person, findings } = readRow(cells, mapping, policy);
  const found = new Map<PolicyTarget, string | number>();
  const problems: ImportFinding[] = [];
  mapping.forEach((target, column) => {
    const text = withoutApostrophe((cells[column] ?? '').trim());
    if (!isPolicyTarget(target) || text === '') return;
    const cell = readCell(target, text, policy);
    if ('value' in cell) found.set(target, cell.value);
    else problems.push(omitted(cell.problem, target));
  });
  return {
    values: valuesOf(found),
    policy_number: textOf(found.get('policy_number')) ?? '',
    client_id: numberOf(found.get('policy_client_id')) ?? null,
    person,
    // A policy may be found by its number alone.
    findings: [...findings.filter(({ message }) => message !== NO_IDENTITY), ...problems],
  };
}

const textOf = (value: string | number | undefined) => (typeof value === 'string' ? value : undefined);
const numberOf = (value: string | number | undefined) => (typeof value === 'number' ? value : undefined);

function valuesOf(found: ReadonlyMap<PolicyTarget, string | number>): PolicyCells {
  const text = (target: PolicyTarget) => textOf(found.get(target));
  const number = (target: PolicyTarget) => numberOf(found.get(target));
  const all = {
    line: policyLineOf(text('policy_line') ?? '') ?? undefined,
    carrier: text('policy_carrier'),
    plan_name: text('policy_plan'),
    plan_type: text('policy_plan_type'),
    effective_date: text('policy_effective_date'),
    end_date: text('policy_end_date'),
    status: policyStatusOf(text('policy_status') ?? '') ?? undefined,
    premium_cents: number('policy_premium'),
    subsidy_cents: number('policy_subsidy'),
    agent_of_record_id: number('policy_agent'),
    notes: text('policy_notes'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function readCell(target: PolicyTarget, text: string, policy: RecordReading['policy']): Cell {
  switch (target) {
    case 'policy_client_id':
      return /^\d{1,15}$/.test(text) ? { value: Number(text) } : { problem: 'is not the id of a client' };
    case 'policy_line':
      return policyLineOf(text)
        ? { value: text }
        : { problem: 'is not a known line, such as Health or Dental' };
    case 'policy_status':
      return policyStatusOf(text)
        ? { value: text }
        : { problem: 'is not a known status, such as Active or Cancelled; a new policy becomes Active' };
    case 'policy_effective_date':
    case 'policy_end_date':
      return readDate(text, policy);
    case 'policy_premium':
    case 'policy_subsidy':
      return readAmount(text);
    case 'policy_agent':
      return readAgent(text, policy);
    case 'policy_number':
      return readNumber(text);
    default:
      return readText(target, text);
  }
}

function readText(target: PolicyTarget, text: string): Cell {
  const max = MAX_LENGTH[target] ?? 200;
  const value = target === 'policy_notes' ? text : text.replaceAll(/\s+/g, ' ');
  return value.length > max ? { problem: `is longer than ${max} characters` } : { value };
}

/** A number that a spreadsheet rounded, such as 4.5E+10, is lost. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d+$/i;

function readNumber(text: string): Cell {
  if (isMask(text)) return { problem: 'is masked in the file' };
  return ROUNDED.test(text)
    ? { problem: 'was shortened by the spreadsheet. Format the column as text and export the file again' }
    : readText('policy_number', text);
}

function readDate(text: string, { today, dateOrder = 'mdy' }: RecordReading['policy']): Cell {
  if (isEmptyDate(text)) return { problem: 'is not a complete date' };
  const date = spreadsheetDay(text) ?? parseDate(withoutTime(text), { today, order: dateOrder });
  if (date === null) return { problem: 'must be a date such as 01/01/2027' };
  return isPolicyDay(date) ? { value: date } : { problem: POLICY_DAY_PROBLEM };
}

function readAmount(text: string): Cell {
  const cents = parseMoneyCents(text.replace(/^usd\s*|\s*usd$/i, ''));
  return cents === null || cents > POLICY_LIMITS.cents
    ? { problem: 'must be an amount such as 412.50' }
    : { value: cents };
}

function readAgent(text: string, policy: RecordReading['policy']): Cell {
  const parsed = parseFieldValue(fieldNamed('owner_agent_id'), text, policy);
  const id = parsed.ok ? Number(parsed.value) : Number.NaN;
  if (Number.isSafeInteger(id) && id > 0) return { value: id };
  return { problem: parsed.ok ? 'is not an agent' : parsed.message };
}

export interface Term {
  effective_date?: string | null;
  end_date?: string | null;
}

/** Whether two terms share a day; a missing date is open. */
export const overlap = (one: Term, other: Term): boolean =>
  (one.effective_date ?? '') <= (other.end_date ?? '9999') &&
  (other.effective_date ?? '') <= (one.end_date ?? '9999');

/** A new policy becomes active. */
export const isInForce = ({ status = 'active' }: Pick<PolicyCells, 'status'>): boolean =>
  RENEWABLE_STATUSES.some((each) => each === status);
