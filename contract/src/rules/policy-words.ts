import { foldText } from './fold.ts';
import {
  POLICY_LINE_LABELS,
  POLICY_LINES,
  POLICY_STATUS_LABELS,
  POLICY_STATUSES,
  type PolicyLine,
  type PolicyStatus,
} from './policies.ts';

// How other systems write lines and statuses of policies.

const wordKey = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

const LINE_WORDS: Record<PolicyLine, readonly string[]> = {
  health: [
    ...[
      'medical',
      'aca',
      'obamacare',
      'marketplace',
      'health insurance',
      'individual health',
      'major medical',
    ],
    ...['ifp', 'salud', 'seguro medico', 'saude', 'hmo', 'ppo', 'epo', 'qhp'],
  ],
  dental: ['dental insurance', 'odontologico'],
  vision: ['vision insurance', 'vista'],
  life: [
    ...['life insurance', 'term life', 'term', 'whole life', 'universal life', 'iul', 'ul', 'vul', 'gul'],
    ...['final expense', 'vida', 'seguro de vida'],
  ],
  medicare_advantage: ['ma', 'mapd', 'ma-pd', 'ma only', 'medicare part c', 'part c', 'dsnp', 'csnp'],
  medigap: ['medicare supplement', 'med supp', 'medsup', 'supplement', 'medsupp', 'medicare supp'],
  part_d: ['pdp', 'prescription drug plan', 'prescription', 'drug plan', 'rx', 'medicare part d'],
  annuity: ['fixed annuity', 'annuities', 'fia', 'myga', 'indexed annuity', 'variable annuity', 'anualidad'],
  other: [],
};

const STATUS_WORDS: Record<PolicyStatus, readonly string[]> = {
  quoted: ['quote', 'prospect', 'cotizado', 'cotizacion', 'cotado'],
  submitted: [
    ...[
      'pending',
      'applied',
      'application',
      'in process',
      'in underwriting',
      'underwriting',
      'pending payment',
    ],
    ...['pendiente', 'pendente', 'enviado', 'approved'],
  ],
  active: [
    ...['in force', 'inforce', 'effectuated', 'enrolled', 'issued', 'paid', 'current', 'activa', 'activo'],
    ...['vigente', 'ativo', 'ativa', 'a'],
  ],
  lapsed: ['lapse', 'past due', 'non payment', 'nonpayment', 'delinquent', 'vencida', 'vencido'],
  cancelled: [
    ...[
      'canceled',
      'cancel',
      'cancellation',
      'terminated',
      'termed',
      'term',
      'withdrawn',
      'inactive',
      'declined',
    ],
    ...['surrendered', 'cancelada', 'cancelado', 'terminada'],
  ],
};

function byWord<Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
  words: Readonly<Record<Value, readonly string[]>>,
): ReadonlyMap<string, Value> {
  return new Map(
    values.flatMap((value) =>
      [value, labels[value], ...words[value]].map((word): [string, Value] => [wordKey(word), value]),
    ),
  );
}

const LINES = byWord(POLICY_LINES, POLICY_LINE_LABELS, LINE_WORDS);
const STATUSES = byWord(POLICY_STATUSES, POLICY_STATUS_LABELS, STATUS_WORDS);

/** The line that a word means; null for an unknown one. */
export const policyLineOf = (text: string): PolicyLine | null => LINES.get(wordKey(text)) ?? null;

/** The status that a word means, or null. "Ended" and "Upcoming" are active policies: the dates say which. */
export function policyStatusOf(text: string): PolicyStatus | null {
  const key = wordKey(text);
  return key === 'ended' || key === 'upcoming' ? 'active' : (STATUSES.get(key) ?? null);
}
