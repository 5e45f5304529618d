// Households: clients who are linked as family (decision 134).

/** The relation of the linked client to this client. */
export const RELATION_LABELS = {
  spouse: 'Spouse',
  child: 'Child',
  parent: 'Parent',
  sibling: 'Sibling',
  family: 'Other family',
} as const satisfies Record<string, string>;
export type Relation = keyof typeof RELATION_LABELS;
export const RELATIONS = [
  'spouse',
  'child',
  'parent',
  'sibling',
  'family',
] as const satisfies readonly Relation[];

/** The same link, seen from the other client. */
export function inverseRelation(relation: Relation): Relation {
  if (relation === 'child') return 'parent';
  return relation === 'parent' ? 'child' : relation;
}
