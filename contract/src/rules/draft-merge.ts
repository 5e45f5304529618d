// Several devices may fill in the same draft. Each save contains only what was typed on that device since its last save,
// and the newer answer of each field wins (decision 105). Browser and server share these rules.

type Cell = string | number | boolean | null;
/** The answer to one question: a value, or the groups of a list. */
export type DraftAnswer = Cell | Record<string, Cell>[];
export type DraftAnswers = Readonly<Record<string, DraftAnswer>>;

/** The write that stored a field's answer. */
interface Stamp {
  /** The first version of the draft that contains it. */
  version: number;
  device: string;
  /** When it was typed, in milliseconds on the server's clock. */
  typed_at: number;
}

interface DeviceSave {
  device: string;
  save: number;
}

/**
 * Which device wrote which field. A field is a question, or `question#2.name`: a cell of a list's group.
 * `question#length` stands for an added group, `question#removed` for a removed one, after which groups have new positions.
 */
export interface DraftState {
  version: number;
  stamps: Readonly<Record<string, Stamp>>;
  /** The number of the last save of each recent device, the newest at the end. A list because jsonb reorders keys. */
  saves: readonly DeviceSave[];
}

export interface Draft {
  answers: DraftAnswers;
  state: DraftState;
}

/** How a device describes its save. */
export interface DraftSave {
  /** The version of the draft that the device displays. */
  version: number;
  /** An open page; another tab is another device. */
  device: string;
  /** Counts the saves of this device: one that arrives after a later one is ignored. */
  save: number;
  /** The fields typed since the last successful save, each with its age in milliseconds: clocks of devices may be wrong. */
  typed: Readonly<Record<string, number>>;
}

export const NEW_DRAFT_STATE: DraftState = { version: 0, stamps: {}, saves: [] };

const RECENT_DEVICES = 20;
const groupKey = (question: string, at: number, name: string) => `${question}#${at}.${name}`;
const lengthKey = (question: string) => `${question}#length`;
const removedKey = (question: string) => `${question}#removed`;

/**
 * Merges what one device sent into the stored draft, and returns what other devices answered since the version that it
 * displays. Without `draft` it comes from a program or an old page, and writes everything it contains.
 */
export function saveDraft(
  stored: { answers: DraftAnswers; state: DraftState | null },
  sent: { answers: DraftAnswers; draft: DraftSave | undefined },
  now: number,
): Draft & { isNew: boolean; others: DraftAnswers } {
  const before = { answers: stored.answers, state: stored.state ?? NEW_DRAFT_STATE };
  const draft = sent.draft ?? saveOfEverything(before, sent.answers);
  const merged = mergeDraft(before, { answers: sent.answers, draft }, now);
  return {
    ...merged,
    isNew: merged.isNew || sent.draft === undefined,
    others: changesOfOthers(merged, draft),
  };
}

/** Merges a save into the stored draft. It is not new if it was processed before, or if nothing was typed. */
export function mergeDraft(
  stored: Draft,
  sent: { answers: DraftAnswers; draft: DraftSave },
  now: number,
): Draft & { isNew: boolean } {
  const { draft } = sent;
  const last = lastSaveOf(stored.state, draft.device);
  const isRepeated = last !== undefined && draft.save <= last;
  if (isRepeated || Object.keys(draft.typed).length === 0) return { ...stored, isNew: false };
  const merge = new Merge(stored, draft, now);
  for (const [question, answer] of Object.entries(sent.answers)) merge.add(question, answer);
  return merge.result();
}

function lastSaveOf({ saves }: DraftState, device: string): number | undefined {
  return saves.find((known) => known.device === device)?.save;
}

class Merge {
  readonly #state: DraftState;
  readonly #draft: DraftSave;
  readonly #now: number;
  readonly #typed: ReadonlyMap<string, number>;
  readonly #answers: Map<string, DraftAnswer>;
  readonly #stamps: Map<string, Stamp>;

  constructor(stored: Draft, draft: DraftSave, now: number) {
    this.#state = stored.state;
    this.#draft = draft;
    this.#now = now;
    this.#typed = new Map(Object.entries(draft.typed));
    this.#answers = new Map(Object.entries(stored.answers));
    this.#stamps = new Map(Object.entries(stored.state.stamps));
  }

  add(question: string, answer: DraftAnswer): void {
    const isList = Array.isArray(answer);
    if (isList && this.#typed.has(removedKey(question))) this.#replaceList(question, answer);
    else if (isList) this.#addList(question, answer);
    else if (this.#write(question)) this.#answers.set(question, answer);
  }

  #addList(question: string, groups: Record<string, Cell>[]): void {
    const removed = this.#stamps.get(removedKey(question));
    // The groups have different positions on the device.
    if (removed && !isSeen(removed, this.#draft)) return;
    const stored = this.#answers.get(question);
    // The first save stores the groups as the device displays them, including those from the client's record.
    const list = Array.isArray(stored) ? [...stored] : [...groups];
    const extendTo = (length: number) => list.push(...groups.slice(list.length, length));
    let isWritten = this.#write(lengthKey(question));
    if (isWritten) extendTo(groups.length);
    for (const [at, group] of groups.entries()) {
      for (const [name, cell] of Object.entries(group)) {
        if (!this.#write(groupKey(question, at, name))) continue;
        isWritten = true;
        extendTo(at + 1);
        list[at] = { ...list[at], [name]: cell };
      }
    }
    if (isWritten) this.#answers.set(question, list);
  }

  /** Groups were removed, so the list is stored as it is, unless another device typed in it later. */
  #replaceList(question: string, groups: Record<string, Cell>[]): void {
    const cells = [...this.#stamps.keys()].filter((key) => key.startsWith(`${question}#`));
    const key = removedKey(question);
    if (!cells.every((cell) => this.#wins(cell, key)) || !this.#write(key)) return;
    for (const cell of cells) if (cell !== key) this.#stamps.delete(cell);
    this.#answers.set(question, groups);
  }

  /** Whether the field was typed and is newer than what is stored; then it has a new stamp. */
  #write(field: string): boolean {
    const age = this.#typed.get(field);
    if (age === undefined || !this.#wins(field, field)) return false;
    const { device } = this.#draft;
    this.#stamps.set(field, { version: this.#state.version + 1, device, typed_at: this.#now - age });
    return true;
  }

  /** An answer typed by someone who saw the stored one replaces it. Otherwise the one that was typed later wins. */
  #wins(field: string, typedField: string): boolean {
    const stored = this.#stamps.get(field);
    const age = this.#typed.get(typedField) ?? 0;
    return !stored || isSeen(stored, this.#draft) || stored.typed_at <= this.#now - age;
  }

  result(): Draft & { isNew: boolean } {
    const { device, save } = this.#draft;
    const others = this.#state.saves.filter((known) => known.device !== device);
    return {
      answers: Object.fromEntries(this.#answers),
      state: {
        version: this.#state.version + 1,
        stamps: Object.fromEntries(this.#stamps),
        saves: [...others.slice(1 - RECENT_DEVICES), { device, save }],
      },
      isNew: true,
    };
  }
}

function isSeen(stamp: Stamp, { version, device }: Pick<DraftSave, 'version' | 'device'>): boolean {
  return stamp.device === device || stamp.version <= version;
}

/** The questions that other devices answered since the version that a device displays. */
export function changesOfOthers(
  { answers, state }: Draft,
  known: Pick<DraftSave, 'version' | 'device'>,
): DraftAnswers {
  const unseen = Object.entries(state.stamps).flatMap(([key, stamp]) => (isSeen(stamp, known) ? [] : [key]));
  const isChanged = ([question, answer]: [string, DraftAnswer]) =>
    unseen.some((key) => key === question || (Array.isArray(answer) && key.startsWith(`${question}#`)));
  return Object.fromEntries(Object.entries(answers).filter(isChanged));
}

/** The fields that differ after the visitor typed. */
export function typedFields(before: DraftAnswers, after: DraftAnswers): string[] {
  return Object.entries(after).flatMap(([question, answer]) => {
    const known = Object.hasOwn(before, question) ? before[question] : undefined;
    if (!Array.isArray(answer)) return answer === known ? [] : [question];
    const groups = Array.isArray(known) ? known : [];
    if (answer.length < groups.length) return [removedKey(question)];
    const cells = answer.flatMap((group, at) =>
      Object.entries(group).flatMap(([name, cell]) =>
        cell === (groups[at]?.[name] ?? '') ? [] : [groupKey(question, at, name)],
      ),
    );
    return answer.length > groups.length ? [lengthKey(question), ...cells] : cells;
  });
}

/** The question of a field. */
export function questionOfField(answers: DraftAnswers, field: string): string {
  if (Object.hasOwn(answers, field)) return field;
  return Object.keys(answers).find((question) => field.startsWith(`${question}#`)) ?? field;
}

/**
 * A save without versions, as programs send it and as pages opened before an update do: it writes every answer that it
 * contains, and an empty one leaves the stored answer unchanged. A list that differs is replaced completely, because
 * its groups may have other positions than the stored ones.
 */
export function saveOfEverything(stored: Draft, answers: DraftAnswers): DraftSave {
  const { state } = stored;
  const device = '';
  const known = new Map(Object.entries(stored.answers));
  const fields = Object.entries(answers).flatMap(([question, answer]) => {
    if (isEmpty(answer)) return [];
    if (!Array.isArray(answer)) return [question];
    const before = known.get(question) ?? '';
    return typedFields({ [question]: before }, { [question]: answer }).length > 0
      ? [removedKey(question)]
      : [];
  });
  const save = (lastSaveOf(state, device) ?? 0) + 1;
  return {
    version: state.version,
    device,
    save,
    typed: Object.fromEntries(fields.map((field) => [field, 0])),
  };
}

function isEmpty(answer: DraftAnswer): boolean {
  return answer === '' || answer === null;
}
