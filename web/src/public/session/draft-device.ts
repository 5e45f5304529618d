import {
  type DraftAnswer,
  type DraftAnswers,
  type DraftSave,
  questionOfField,
  typedFields,
} from '@ledgerline/contract/rules';
import { isRecord } from '@ledgerline/contract/web-forms/structure';

/** A save on its way: the answers to the questions in which something was typed. */
export interface SentDraft {
  answers: DraftAnswers;
  draft: DraftSave;
  /** When each field was typed, on this device's clock. */
  typedAt: ReadonlyMap<string, number>;
}

export interface DraftReply {
  version: number;
  /** What other devices answered since the version that this device displays. */
  others: DraftAnswers;
}

/** Whether the visitor is in the middle of this question; `next` are the answers that would be displayed. */
type IsInUse = (question: string, next: DraftAnswers) => boolean;

/** One open page of a draft: what it displays, and what was typed here and is not saved yet (decision 105). */
export class DraftDevice {
  #answers: DraftAnswers;
  #version: number;
  /** What the page shows: it renders a merge a moment later than it happens. */
  #displayed: { answers: DraftAnswers; version: number };
  #saves = 0;
  #typed = new Map<string, number>();
  readonly #device: string = crypto.randomUUID();

  constructor(first: { answers: DraftAnswers; version: number }) {
    this.#answers = first.answers;
    this.#version = first.version;
    this.#displayed = first;
  }

  get answers(): DraftAnswers {
    return this.#answers;
  }

  /** The page has rendered the current answers. */
  markDisplayed(): void {
    this.#displayed = { answers: this.#answers, version: this.#version };
  }

  /** The version of the draft that is displayed completely. */
  get version(): number {
    return this.#version;
  }

  get hasUnsaved(): boolean {
    return this.#typed.size > 0;
  }

  /** The page shows `next` after the visitor typed. */
  type(next: DraftAnswers): void {
    for (const field of typedFields(this.#displayed.answers, next)) {
      this.#typed.set(field, Date.now());
      const question = questionOfField(next, field);
      const answer = next[question];
      const isOutdated = this.#answers[question] !== this.#displayed.answers[question];
      // The visitor has not seen what was merged, so the server compares it with this answer.
      if (isOutdated) this.#version = Math.min(this.#version, this.#displayed.version);
      if (answer !== undefined) this.#answers = { ...this.#answers, [question]: answer };
    }
    this.#displayed = { ...this.#displayed, answers: next };
  }

  /** The next save. It repeats everything that no successful save contained. */
  send(): SentDraft {
    this.#saves += 1;
    const now = Date.now();
    const typedAt = new Map(this.#typed);
    const typed = [...typedAt].map(([field, time]) => [field, Math.max(0, now - time)] as const);
    const draft = {
      version: this.#version,
      device: this.#device,
      save: this.#saves,
      typed: Object.fromEntries(typed),
    };
    return { answers: this.#typedAnswers(), draft, typedAt };
  }

  /**
   * The server has merged a save. Displays what other devices answered, except questions that the visitor is working on:
   * then the version stays, so that the next reply contains them again. Returns whether a displayed answer changed.
   */
  accept(sent: SentDraft, { version, others }: DraftReply, isInUse: IsInUse = () => false): boolean {
    for (const [field, time] of sent.typedAt) if (this.#typed.get(field) === time) this.#typed.delete(field);
    if (version < this.#version) return false;
    const typed = this.#typedAnswers();
    const free = Object.entries(others).filter(([question]) => !Object.hasOwn(typed, question));
    const next = { ...this.#answers, ...Object.fromEntries(free) };
    const shown = free.filter(([question]) => !isInUse(question, next));
    if (shown.length === Object.keys(others).length) this.#version = version;
    const isChanged = shown.some(([question, answer]) => !isSame(this.#answers[question], answer));
    this.#answers = { ...this.#answers, ...Object.fromEntries(shown) };
    return isChanged;
  }

  /** What this tab has to remember until it is saved. */
  unsaved(): { version: number; answers: DraftAnswers; typed: Record<string, number> } {
    return { version: this.#version, answers: this.#typedAnswers(), typed: Object.fromEntries(this.#typed) };
  }

  /** Continues with what an earlier page of this tab could not save. `read` validates the answers. */
  restore(stored: Record<string, unknown>, read: (answers: Record<string, unknown>) => DraftAnswers): void {
    const { version, answers, typed } = isRecord(stored.form_data)
      ? this.#gapsFilledBy(read(stored.form_data))
      : stored;
    if (typeof version !== 'number' || !isRecord(answers) || !isRecord(typed)) return;
    const valid = read(answers);
    for (const [field, time] of Object.entries(typed)) {
      const isValid = Object.hasOwn(valid, questionOfField(valid, field));
      if (isValid && typeof time === 'number') this.#typed.set(field, time);
    }
    if (!this.hasUnsaved) return;
    this.#answers = { ...this.#answers, ...valid };
    this.#version = Math.min(version, this.#version);
    this.markDisplayed();
  }

  /**
   * A page opened before drafts had versions mirrored all its answers as `form_data`. They only fill in what is empty here,
   * and because no one knows when they were typed, every answer of another device is newer.
   */
  #gapsFilledBy(mirrored: DraftAnswers): ReturnType<DraftDevice['unsaved']> {
    const gaps = Object.entries(mirrored).filter(
      ([question, answer]) => isBlank(this.#answers[question]) && !isBlank(answer),
    );
    const fields = gaps.flatMap(([question, answer]) =>
      typedFields({ [question]: this.#answers[question] ?? '' }, { [question]: answer }),
    );
    return {
      version: 0,
      answers: Object.fromEntries(gaps),
      typed: Object.fromEntries(fields.map((field) => [field, 0])),
    };
  }

  #typedAnswers(): DraftAnswers {
    const questions = [...this.#typed.keys()].map((field) => questionOfField(this.#answers, field));
    return Object.fromEntries(
      questions.flatMap((question): [string, DraftAnswer][] => {
        const answer = Object.hasOwn(this.#answers, question) ? this.#answers[question] : undefined;
        return answer === undefined ? [] : [[question, answer]];
      }),
    );
  }
}

/** Nothing was typed: also a check box that is not checked, and groups of a list that are empty. */
function isBlank(answer: DraftAnswer | undefined): boolean {
  if (Array.isArray(answer)) return answer.every((group) => Object.values(group).every(isBlank));
  return answer === undefined || answer === '' || answer === null || answer === false;
}

function isSame(one: DraftAnswer | undefined, other: DraftAnswer): boolean {
  return typedFields({ answer: one ?? '' }, { answer: other }).length === 0;
}
