import {
  changesOfOthers,
  type Draft,
  type DraftAnswers,
  mergeDraft,
  NEW_DRAFT_STATE,
} from '@ledgerline/contract/rules';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DraftDevice, type SentDraft } from './draft-device.ts';

const START = 1_800_000_000_000;
const HOUR = 3_600_000;
/** The devices' clocks are hours off, in both directions. */
const CLOCKS = { phone: -7 * HOUR, laptop: 5 * HOUR };
type Name = keyof typeof CLOCKS;
const FIELDS = ['first', 'last', 'city'];

afterEach(() => vi.restoreAllMocks());

/** Two devices and a server that merges their saves. */
class World {
  now = START;
  draft: Draft = { answers: {}, state: NEW_DRAFT_STATE };
  readonly devices: Record<Name, DraftDevice> = { phone: this.#open(), laptop: this.#open() };
  /** Replies on their way, and requests that the network may deliver again. */
  readonly replies: [Name, DraftDevice, SentDraft, ReturnType<World['process']>][] = [];
  readonly requests: SentDraft[] = [];
  readonly typedLast: Record<string, string> = {};
  readonly people = [{ name: '' }, { name: '' }];

  #open(): DraftDevice {
    const answers = {
      first: '',
      last: '',
      city: '',
      people: [{ name: '' }, { name: '' }],
      ...this.draft.answers,
    };
    return new DraftDevice({ answers, version: this.draft.state.version });
  }

  #at(name: Name): DraftDevice {
    vi.spyOn(Date, 'now').mockReturnValue(this.now + CLOCKS[name]);
    return this.devices[name];
  }

  type(name: Name, field: string, text: string): void {
    this.now += 1;
    const device = this.#at(name);
    // Clearing an empty field is not typing.
    if (device.answers[field] === text) return;
    device.type({ ...device.answers, [field]: text });
    this.typedLast[field] = text;
  }

  typeCell(name: Name, at: number, text: string): void {
    this.now += 1;
    const device = this.#at(name);
    const people = device.answers.people;
    if (!Array.isArray(people)) throw new Error('the list is missing');
    device.type({ ...device.answers, people: people.with(at, { name: text }) });
    this.typedLast[`people ${at}`] = text;
  }

  process(sent: SentDraft) {
    this.draft = mergeDraft(this.draft, sent, this.now);
    return { version: this.draft.state.version, others: changesOfOthers(this.draft, sent.draft) };
  }

  send(name: Name, isArriving: boolean): void {
    this.now += 1;
    const device = this.#at(name);
    const sent = device.send();
    if (!isArriving) return;
    this.requests.push(sent);
    this.replies.push([name, device, sent, this.process(sent)]);
  }

  /** A reply arrives, maybe long after it was sent; for the page that has been left, it does not. */
  receive(isLost: boolean): void {
    const [name, device, sent, reply] = this.replies.shift() ?? [];
    if (!name || !device || !sent || !reply || isLost || this.devices[name] !== device) return;
    device.accept(sent, reply);
    device.markDisplayed();
  }

  /** The network delivers an old request once more. */
  repeat(at: number): void {
    const sent = this.requests.at(at % Math.max(1, this.requests.length));
    if (sent) this.process(sent);
  }

  reload(name: Name): void {
    const unsaved = JSON.parse(JSON.stringify(this.#at(name).unsaved()));
    const device = this.#open();
    device.restore(unsaved, (answers) => answers as DraftAnswers);
    this.devices[name] = device;
  }

  /** Both devices are online and save until nothing is new. */
  settle(): void {
    while (this.replies.length > 0) this.receive(false);
    for (const name of ['phone', 'laptop', 'phone', 'laptop'] as const) {
      this.send(name, true);
      this.receive(false);
    }
  }

  answersOf(answers: DraftAnswers): Record<string, unknown> {
    const { people, ...rest } = answers;
    const names = (Array.isArray(people) ? people : []).map(({ name }, at) => [`people ${at}`, name]);
    return { ...rest, ...Object.fromEntries(names) };
  }
}

const name = fc.constantFrom<Name>('phone', 'laptop');
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      name,
      field: fc.constantFrom(...FIELDS),
      isCleared: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('typeCell' as const), name, at: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), name, isArriving: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('receive' as const), isLost: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(2 * HOUR) }) },
);

describe('two devices that fill in one draft', () => {
  it('never lose the answer that was typed last, in any order of typing, saving, losing replies and reloading', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new World();
        for (const [at, one] of steps.entries()) {
          if (one.do === 'type') world.type(one.name, one.field, one.isCleared ? '' : `${one.name} ${at}`);
          else if (one.do === 'typeCell') world.typeCell(one.name, one.at, `${one.name} ${at}`);
          else if (one.do === 'send') world.send(one.name, one.isArriving);
          else if (one.do === 'receive') world.receive(one.isLost);
          else if (one.do === 'repeat') world.repeat(one.at);
          else if (one.do === 'reload') world.reload(one.name);
          else world.now += one.ms;
        }
        world.settle();
        expect(world.answersOf(world.draft.answers)).toMatchObject(world.typedLast);
        for (const device of Object.values(world.devices)) {
          expect(world.answersOf(device.answers)).toMatchObject(world.typedLast);
          expect(device.hasUnsaved).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('see each other’s answers without losing what is being typed', () => {
    const world = new World();
    world.type('laptop', 'first', 'Ana');
    world.settle();
    world.type('laptop', 'last', 'Diaz');
    world.type('phone', 'city', 'Miami');
    world.send('laptop', true);
    world.send('phone', true);
    world.type('phone', 'last', 'Di');
    const reply = world.replies.pop();
    if (!reply) throw new Error('there is no reply');
    const [, phone, sent, { version, others }] = reply;
    expect(phone.accept(sent, { version, others })).toBe(false);
    expect(phone.answers).toMatchObject({ first: 'Ana', last: 'Di', city: 'Miami' });
    // The laptop's last name arrives again, and is compared with this one.
    expect(phone.version).toBeLessThan(version);
  });

  it('leaves a question in use as it is, and gets its answer again later', () => {
    const world = new World();
    world.type('laptop', 'first', 'Ana');
    world.type('laptop', 'last', 'Diaz');
    world.send('laptop', true);
    world.send('phone', true);
    const [, phone, sent, reply] = world.replies.at(-1) ?? [];
    if (!phone || !sent || !reply) throw new Error('there is no reply');
    expect(phone.accept(sent, reply, (question) => question === 'first')).toBe(true);
    expect(phone.answers).toMatchObject({ first: '', last: 'Diaz' });
    world.replies.length = 0;
    world.send('phone', true);
    world.receive(false);
    expect(phone.answers).toMatchObject({ first: 'Ana', last: 'Diaz' });
  });

  it('do not revert an answer that arrives while the page still shows the previous one', () => {
    const world = new World();
    world.type('laptop', 'first', 'Ana');
    world.send('laptop', true);
    world.send('phone', true);
    const [, phone, sent, reply] = world.replies.at(-1) ?? [];
    if (!phone || !sent || !reply) throw new Error('there is no reply');
    const shown = phone.answers;
    phone.accept(sent, reply);
    phone.type({ ...shown, last: 'Diaz' });
    expect(phone.answers).toMatchObject({ first: 'Ana', last: 'Diaz' });
    expect(Object.keys(phone.send().draft.typed)).toEqual(['last']);
  });

  it('fill empty fields with the answers that a page without draft versions could not save', () => {
    const people = [{ name: '' }];
    const loaded = { first: 'Ana', last: '', city: '', agrees: false, zip: '', people };
    const device = new DraftDevice({ answers: loaded, version: 3 });
    const form_data = { first: 'Bo', last: 'Diaz', agrees: true, zip: '', people: [{ name: 'Cy' }] };
    device.restore({ form_data, last_saved: null }, (answers) => answers as DraftAnswers);
    expect(device.answers).toEqual({ ...form_data, first: 'Ana', city: '' });
    const sent = device.send();
    expect(Object.keys(sent.draft.typed)).toEqual(['last', 'agrees', 'people#0.name']);
    expect(sent.draft.version).toBe(0);
    // Another device has cleared the last name meanwhile: that is newer, whenever this one was typed.
    const cleared = {
      answers: { last: '' },
      draft: { version: 0, device: 'laptop', save: 1, typed: { last: 0 } },
    };
    const server = mergeDraft({ answers: {}, state: NEW_DRAFT_STATE }, cleared, Date.now());
    expect(mergeDraft(server, sent, Date.now()).answers).toEqual({
      last: '',
      agrees: true,
      people: [{ name: 'Cy' }],
    });
  });

  it('ignores a mirrored draft of another format', () => {
    const device = new DraftDevice({ answers: { first: 'Ana' }, version: 3 });
    for (const stored of [
      {},
      { form_data: { first: 'B' }, last_saved: null },
      { version: 1, answers: [], typed: {} },
    ])
      device.restore(stored, () => ({ first: 'B' }));
    expect([device.answers, device.version, device.hasUnsaved]).toEqual([{ first: 'Ana' }, 3, false]);
  });
});
