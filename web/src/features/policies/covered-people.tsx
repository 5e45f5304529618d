import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { COVERED_PEOPLE } from '@ledgerline/contract/rules/policies';
import { Checkbox, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PolicyValues } from './policy-values.ts';

/** The people on the client's record by name; people without a name are not offered unless the policy covers them. */
export type PeopleNames = Partial<Record<Policy['covered'][number], string>>;

/** A linked client. */
export type Relative = Policy['covered_clients'][number];

interface CoveredPeopleProps {
  people: PeopleNames;
  /** Linked clients, and those who are covered already; one may be both. */
  relatives: readonly Relative[];
  values: Pick<PolicyValues, 'covered' | 'covered_client_ids'>;
  error: ReactNode;
  onChange: (values: Pick<PolicyValues, 'covered' | 'covered_client_ids'>) => void;
}

/** The people whom a policy covers: those on the record of its client, and linked clients. */
export function CoveredPeople({ people, relatives, values, error, onChange }: CoveredPeopleProps) {
  const { covered, covered_client_ids } = values;
  const offered = COVERED_PEOPLE.filter((person) => people[person] || covered.includes(person));
  const linked = [...new Map(relatives.map((relative) => [relative.id, relative])).values()];
  const change = (chosen: string[]) =>
    onChange({
      covered: COVERED_PEOPLE.filter((person) => chosen.includes(person)),
      covered_client_ids: linked.map(({ id }) => id).filter((id) => chosen.includes(String(id))),
    });
  return (
    <Checkbox.Group
      label="Covered people"
      error={error}
      value={[...covered, ...covered_client_ids.map(String)]}
      onChange={change}
    >
      <Group gap="md" mt={6}>
        {offered.map((person) => (
          <Checkbox key={person} value={person} label={people[person] ?? personText(person)} />
        ))}
        {linked.map(({ id, name }) => (
          <Checkbox key={id} value={String(id)} label={`${name || 'Unnamed client'} (linked client)`} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** 'Dependent 2', for a person whose name is not on the record. */
export function personText(person: Policy['covered'][number]): string {
  const text = person.replace('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
