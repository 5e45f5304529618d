import { findField } from './catalog.ts';
import type { FieldGroup } from './field.ts';

/** Health data: doctors, prescriptions, family history, height, weight, and Medicare and Medicaid numbers. */
const HEALTH_GROUPS: readonly FieldGroup[] = ['care', 'family'];
const HEALTH_NAMES = /(^|_)(height|weight)$|^medic(are|aid)number$/;

/**
 * Whether a timeline may show the old and new value of a field. For secrets, health data and long text it shows only
 * the field (decision 050).
 */
export function showsValues(name: string): boolean {
  const field = findField(name);
  if (!field || field.kind === 'secret' || field.kind === 'richtext') return false;
  if (field.name === 'next_f_u_date') return true;
  return !HEALTH_GROUPS.includes(field.group) && !HEALTH_NAMES.test(field.name);
}
