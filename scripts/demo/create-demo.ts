import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { Random } from './random.ts';

export type Values = Partial<Record<FieldName, FieldValue>>;

/** Input for generating a client. `has` decides whether an optional part is filled; in `all` mode it always is. */
export interface DemoContext {
  random: Random;
  today: string;
  has(probability: number): boolean;
}
