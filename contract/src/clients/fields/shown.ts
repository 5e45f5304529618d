import { findField } from './catalog.ts';
import type { FieldGroup } from './field.ts';

/** Of health: doctors and prescriptions, and what parents and siblings died of. */
const HEALTH_GROUPS: readonly FieldGroup[] = ['care', 'family'];
const HEALTH_NAMES = /(^|_)(height|weight)$|^medic(are|aid)number$/;

/**
 * Whether a timeline may say what a field held and holds. Of secrets, of health and of long text it says the field only
 * (decision 050).
 */
export function showsValues(name: string): boolean {
  const field = findField(name);
  if (!field || field.kind === 'secret' || field.kind === 'richtext') return false;
  if (field.name === 'next_f_u_date') return true;
  return !HEALTH_GROUPS.includes(field.group) && !HEALTH_NAMES.test(field.name);
}
