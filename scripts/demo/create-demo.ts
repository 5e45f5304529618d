import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { Random } from './random.ts';

export type Values = Partial<Record<FieldName, FieldValue>>;

/** How one client is made: `has` says whether an optional part is filled, always in `all` mode. */
export interface DemoContext {
  random: Random;
  today: string;
  has(probability: number): boolean;
}
