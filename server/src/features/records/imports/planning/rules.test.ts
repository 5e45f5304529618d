import { describe, expect, it } from 'vitest';
import type { Candidate, Person } from '#features/records/clients/matching/rules.ts';
import { isConfirmed, partsToConfirm, planRow } from './rules.ts';

const ANA: Person = {
  first: 'Ana',
  last: 'Lee',
  dob: '1980-01-02',
  email: 'a@x.test',
  phone: null,
  ssn: '1111',
};
const row = { findings: [], person: ANA };
const candidate = (id: number, rest: Partial<Candidate<number>> = {}): Candidate<number> => ({
  id,
  person: ANA,
  by: ['email'],
  relation: 'same',
  score: 4,
  ...rest,
});
const found = (...clients: Candidate<number>[]) => ({ clients, earlier: [] });

describe('the plan of a row', () => {
  it('creates new clients and rejects invalid rows, whatever the choice', () => {
    expect(planRow(row, found(), 'skip').plan).toBe('created');
    const error = { level: 'error' as const, field: null, message: 'x' };
    expect(planRow({ ...row, findings: [error] }, found(), 'update').plan).toBe('refused');
  });

  it('handles a known client as the agent chose', () => {
    const twice = found(candidate(9, { score: 8 }), candidate(7));
    expect(planRow(row, twice, 'skip')).toMatchObject({ plan: 'skipped', match_id: null });
    expect(planRow(row, twice, 'create')).toMatchObject({ plan: 'created', match_id: null });
    expect(planRow(row, twice, 'update')).toMatchObject({ plan: 'updated', match_id: 9, findings: [] });
  });

  it('rejects an update that matches two clients equally well', () => {
    expect(planRow(row, found(candidate(7), candidate(9)), 'update')).toMatchObject({ plan: 'refused' });
  });

  it.each(['skip', 'update', 'create'] as const)(
    'creates a member of a household with the choice %s',
    (choice) => {
      const plan = planRow(row, found(candidate(7, { relation: 'household' })), choice);
      expect([plan.plan, plan.findings]).toEqual(['created', []]);
    },
  );

  it('creates a possible match, with a warning', () => {
    const plan = planRow(
      row,
      found(candidate(7, { relation: 'possible', by: ['email', 'phone'] })),
      'update',
    );
    expect(plan.plan).toBe('created');
    expect(plan.findings).toEqual([
      {
        level: 'warning',
        field: null,
        message:
          'A client has the same email and phone number but a different name or birth date. Check whether they are the same person',
      },
    ]);
  });

  it('updates the client of an earlier row of the file, and notes that the row repeats it', () => {
    const plan = planRow(row, { clients: [], earlier: [candidate(3)] }, 'update');
    expect(plan).toMatchObject({ plan: 'updated', match_id: null, match_row: 3 });
    expect(plan.findings.map(({ message }) => message)).toEqual(['Repeats an earlier row of the file']);
  });

  it('skips an update that would replace an identity, until it is confirmed for this client', () => {
    const other = found(candidate(7, { person: { ...ANA, ssn: '2222' } }));
    const plan = planRow(row, other, 'update');
    expect(plan).toMatchObject({ plan: 'skipped', match_id: 7, to_confirm: ['ssn'], confirmed: false });
    const confirmed = { ...plan, confirmed: true };
    expect(planRow(row, other, 'update', confirmed)).toMatchObject({ plan: 'updated', confirmed: true });
    expect(planRow(row, other, 'update', { ...confirmed, match_id: 8 }).plan).toBe('skipped');
    expect(isConfirmed({ ...plan, to_confirm: ['name', 'ssn'] }, confirmed)).toBe(false);
  });
});

describe('updates that need confirmation', () => {
  it.each<[string, Partial<Person>, string[]]>([
    ['nothing where all is the same', {}, []],
    ['nothing where the stored values are empty', { dob: null, ssn: null }, []],
    ['not a new last name alone', { last: 'Diaz' }, []],
    ['another SSN', { ssn: '2222' }, ['ssn']],
    ['name and birth date together', { first: 'Eva', dob: '1990-01-01' }, ['name', 'dob']],
    ['all three', { first: 'Eva', dob: '1990-01-01', ssn: '2222' }, ['name', 'dob', 'ssn']],
  ])('%s', (_, stored, parts) => {
    expect(partsToConfirm(ANA, { ...ANA, ...stored })).toEqual(parts);
  });
});
