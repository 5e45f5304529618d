import { describe, expect, it } from 'vitest';
import {
  changesOfOthers,
  type Draft,
  type DraftAnswers,
  type DraftSave,
  mergeDraft,
  NEW_DRAFT_STATE,
  saveOfEverything,
  typedFields,
} from './draft-merge.ts';

const NOW = 1_000_000;
const EMPTY: Draft = { answers: {}, state: NEW_DRAFT_STATE };

function save(
  draft: Draft,
  answers: DraftAnswers,
  from: Partial<Omit<DraftSave, 'typed'>> & { typed?: string[] | Record<string, number> } = {},
  now = NOW,
) {
  const { typed = Object.keys(answers), ...rest } = from;
  const ages = Array.isArray(typed) ? Object.fromEntries(typed.map((field) => [field, 0])) : typed;
  const sent = { version: draft.state.version, device: 'laptop', save: 1, ...rest, typed: ages };
  return mergeDraft(draft, { answers, draft: sent }, now);
}

/** Stored and read again: jsonb sorts keys by length, then by bytes. */
function fromDatabase({ answers, state }: Draft): Draft {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const);
    return Object.fromEntries(
      entries.sort(([a], [b]) => a.length - b.length || Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  };
  return { answers, state: sorted(state) as Draft['state'] };
}

const person = (name: string, share = '') => ({ name, share });

describe('a save', () => {
  it('writes only what was typed, whatever else the device displays', () => {
    const laptop = save(EMPTY, { first: 'Ana', last: 'Diaz' });
    const phone = save(laptop, { first: 'Bo', last: '' }, { device: 'phone', version: 0, typed: ['first'] });
    expect(phone.answers).toEqual({ first: 'Bo', last: 'Diaz' });
  });

  it('clears an answer on purpose', () => {
    expect(save(save(EMPTY, { first: 'Ana' }), { first: '' }, { save: 2 }).answers).toEqual({ first: '' });
  });

  it.each([
    ['the stored answer was seen', { version: 1 }, 60_000, 'phone'],
    ['it was not seen, and this one was typed later', { version: 0 }, 4_999, 'phone'],
    ['it was not seen, and this one was typed at the same time', { version: 0 }, 5_000, 'phone'],
    ['it was not seen, and this one was typed earlier', { version: 0 }, 5_001, 'laptop'],
  ])('of another device: %s', (_, known, age, winner) => {
    const laptop = save(EMPTY, { first: 'laptop' }, { typed: { first: 5_000 } });
    const phone = save(laptop, { first: 'phone' }, { ...known, device: 'phone', typed: { first: age } });
    expect(phone.answers.first).toBe(winner);
  });

  it('whose reply was lost is repeated without effect on newer answers', () => {
    const typed = { first: 'Ana' };
    const stored = save(EMPTY, typed);
    expect(save(stored, typed, { version: 0 })).toEqual({ ...stored, isNew: false });
    const other = save(stored, { first: 'Bo' }, { device: 'phone' });
    const repeated = save(other, typed, { version: 0, save: 2, typed: { first: 1_000 } });
    expect(repeated.answers.first).toBe('Bo');
  });

  it('that continues one whose reply was lost wins over it without comparing times', () => {
    const stored = save(EMPTY, { first: 'A' });
    const next = save(stored, { first: 'Ana' }, { version: 0, save: 2, typed: { first: 90_000 } });
    expect(next.answers.first).toBe('Ana');
  });

  it('that arrives after a later one of the same device is ignored', () => {
    const stored = save(EMPTY, { first: 'Ana' }, { save: 2 });
    expect(save(stored, { first: 'An' }, { save: 1, version: 0 }).answers.first).toBe('Ana');
  });

  it('without typed fields changes nothing', () => {
    const stored = save(EMPTY, { first: 'Ana' });
    expect(save(stored, {}, { save: 2 })).toEqual({ ...stored, isNew: false });
  });

  it('remembers the last save of the twenty most recent devices', () => {
    const devices = Array.from({ length: 25 }, (_, at) => `device ${at}`);
    const draft = devices.reduce<Draft>(
      (before, device) => save(before, { first: device }, { device }),
      EMPTY,
    );
    expect(draft.state.saves.map(({ device }) => device)).toEqual(devices.slice(-20));
  });

  it('remembers a device that saves again and again, although the database reorders keys', () => {
    let draft = EMPTY;
    for (let count = 1; count <= 25; count += 1) {
      draft = fromDatabase(save(draft, { first: `${count}` }, { device: 'a', save: count }));
      draft = fromDatabase(save(draft, { first: 'Bo' }, { device: `device ${count}` }));
    }
    const repeated = save(draft, { first: '25' }, { device: 'a', save: 25 });
    expect([repeated.isNew, repeated.answers.first]).toEqual([false, 'Bo']);
  });

  it.each(['__proto__', 'constructor', 'form1[0].#subform[0].name', 'a#length'])(
    'stores a field named %s',
    (name) => {
      const stored = save(EMPTY, Object.fromEntries([[name, 'x']]));
      expect(Object.entries(stored.answers)).toEqual([[name, 'x']]);
    },
  );
});

describe('a list', () => {
  const TWO = save(
    EMPTY,
    { people: [person('Ana', '50'), person('Bo', '50')] },
    { typed: ['people#length'] },
  );

  it('is merged cell by cell', () => {
    const one = save(
      TWO,
      { people: [person('Anna', '50'), person('Bo', '50')] },
      { save: 2, typed: ['people#0.name'] },
    );
    const people = [person('Ana', '50'), person('Bo', '40')];
    const other = save(one, { people }, { device: 'phone', version: 1, typed: ['people#1.share'] });
    expect(other.answers.people).toEqual([person('Anna', '50'), person('Bo', '40')]);
  });

  it('keeps the groups that either device added', () => {
    const added = [person('Ana', '50'), person('Bo', '50'), person('Cy')];
    const laptop = save(TWO, { people: added }, { save: 2, typed: ['people#length', 'people#2.name'] });
    const longer = [...added.slice(0, 2), person(''), person('Di')];
    const fields = ['people#length', 'people#3.name'];
    const phone = save(laptop, { people: longer }, { device: 'phone', version: 1, typed: fields });
    expect(phone.answers.people).toEqual([...added, person('Di')]);
  });

  it.each([0, 1])(
    'is stored as the device displayed it when its first save writes a cell of group %i',
    (at) => {
      const people = [person('Prefilled', '100'), person('Bo', '1')];
      expect(save(EMPTY, { people }, { typed: [`people#${at}.share`] }).answers.people).toEqual(people);
    },
  );

  it('is replaced when a group was removed, and ignores positions from before', () => {
    const removed = save(TWO, { people: [person('Bo', '50')] }, { save: 2, typed: ['people#removed'] });
    expect(removed.answers.people).toEqual([person('Bo', '50')]);
    const people = [person('Ana', '10'), person('Bo', '50')];
    const stale = save(removed, { people }, { device: 'phone', version: 1, typed: ['people#0.share'] });
    expect(stale.answers.people).toEqual([person('Bo', '50')]);
    const seen = [person('Bo', '10')];
    const later = save(removed, { people: seen }, { device: 'phone', typed: ['people#0.share'] });
    expect(later.answers.people).toEqual(seen);
  });

  it('keeps a group that another device changed after it was removed here', () => {
    const changed = [person('Ana', '60'), person('Bo', '50')];
    const phone = save(TWO, { people: changed }, { device: 'phone', typed: ['people#0.share'] });
    const typed = { 'people#removed': 1 };
    const removed = save(phone, { people: [person('Bo', '50')] }, { save: 2, version: 1, typed });
    expect(removed.answers.people).toEqual(changed);
  });
});

describe('what other devices answered', () => {
  const laptop = save(EMPTY, { first: 'Ana', people: [person('Bo')] }, { typed: ['first', 'people#0.name'] });
  const both = save(laptop, { last: 'Diaz' }, { device: 'phone' });

  it.each([
    ['phone', 0, ['first', 'people']],
    ['phone', 1, []],
    ['laptop', 0, ['last']],
    ['laptop', 1, ['last']],
    ['tablet', 0, ['first', 'people', 'last']],
    ['tablet', 2, []],
  ])('since the version that %s displays (%i)', (device, version, expected) => {
    expect(Object.keys(changesOfOthers(both, { device, version }))).toEqual(expected);
  });
});

describe('typed fields', () => {
  it.each<[string, DraftAnswers, string[]]>([
    ['nothing', { first: 'Ana', people: [person('Bo')] }, []],
    ['a text', { first: '', people: [person('Bo')] }, ['first']],
    ['a cell', { first: 'Ana', people: [person('Bo', '1')] }, ['people#0.share']],
    ['a new group', { first: 'Ana', people: [person('Bo'), person('')] }, ['people#length']],
    ['a removed group', { first: 'Ana', people: [] }, ['people#removed']],
    ['a new question', { first: 'Ana', people: [person('Bo')], last: 'Diaz' }, ['last']],
  ])('of %s', (_, after, expected) => {
    expect(typedFields({ first: 'Ana', people: [person('Bo')] }, after)).toEqual(expected);
  });
});

describe('a save without versions', () => {
  it('writes its answers, and an empty one clears nothing', () => {
    const stored = save(EMPTY, { first: 'Ana', last: 'Diaz' });
    const answers = { first: 'Eva', last: '', people: [person('Bo')] };
    const everything = saveOfEverything(stored, answers);
    const merged = mergeDraft(stored, { answers, draft: everything }, NOW);
    expect(merged.answers).toEqual({ first: 'Eva', last: 'Diaz', people: [person('Bo')] });
    expect(saveOfEverything(merged, answers).save).toBe(2);
  });

  const ALL = [person('Ana', '50'), person('Bo', ''), person('Cy', '20')];
  const THREE = save(EMPTY, { people: ALL }, { typed: ['people#length'] });

  it.each([
    ['without the group in the middle', [person('Ana', '50'), person('Cy', '20')]],
    ['of other groups with empty cells', [person('Di'), person('Cy', '20'), person('Ana')]],
    ['without groups', []],
  ])('replaces a list with one %s', (_, people) => {
    const answers = { people };
    const merged = mergeDraft(THREE, { answers, draft: saveOfEverything(THREE, answers) }, NOW);
    expect(merged.answers).toEqual({ people });
  });

  it('of an unchanged list does not block what another device types in it', () => {
    const answers = { people: ALL };
    const same = mergeDraft(THREE, { answers, draft: saveOfEverything(THREE, answers) }, NOW);
    const people = [person('Anna', '50'), ...ALL.slice(1)];
    const phone = save(same, { people }, { device: 'phone', version: 1, typed: ['people#0.name'] });
    expect(phone.answers).toEqual({ people });
  });
});
