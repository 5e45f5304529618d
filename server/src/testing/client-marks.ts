import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { expect } from 'vitest';
import { identifierFrom } from './identifiers.ts';
import { marksInBackup, marksInFiles, marksInOutbox, marksInTables, marksUnderRing } from './marks.ts';
import type { TestApp } from './test-app.ts';

/** Texts about one client that can be found wherever they are stored. */
export class ClientMarks {
  readonly all: string[] = [];
  readonly #group: string;

  /** `group`: two digits that distinguish the marks of one test from those of another. */
  constructor(group: string) {
    this.#group = group;
  }

  /** A new text. */
  text(): string {
    return this.#add(`Xq${this.#digits()}`);
  }

  /** A value for every client field that can contain a mark. */
  values(): Record<string, FieldValue> {
    return Object.fromEntries(
      CLIENT_FIELDS.flatMap((field: CatalogField) => {
        const value = this.#value(field);
        return value === undefined ? [] : [[field.name, value]];
      }),
    );
  }

  #digits(): string {
    return `${this.#group}${String(this.all.length + 1).padStart(4, '0')}99`;
  }

  #add(mark: string): string {
    this.all.push(mark);
    return mark;
  }

  #value(field: CatalogField): FieldValue | undefined {
    if (['enum', 'agent', 'date', 'percent'].includes(field.kind)) return undefined;
    if (field.kind === 'email') return `${this.text()}@marks.test`;
    if (field.kind === 'url') return `https://${this.text().toLowerCase()}.test`;
    if (field.kind !== 'money' && field.kind !== 'phone' && !field.isNumber) return this.text();
    const digits = this.#add(this.#digits());
    if (field.kind === 'money') return Number(digits);
    return identifierFrom(field.identifier, digits);
  }
}

/** The response of a call that must succeed. */
export function successful<Answer extends { status: number; error: unknown }>(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.error));
  return answer;
}

/** No mark is left in a table, in what the server's own keys can decrypt, in a file, in the outbox or in a backup. */
export async function expectNoMarks(t: TestApp, { all }: ClientMarks): Promise<void> {
  expect({
    tables: await marksInTables(t, all),
    ring: await marksUnderRing(t, all),
    files: await marksInFiles(t, all),
    outbox: await marksInOutbox(t, all),
    backup: await marksInBackup(t, all),
  }).toEqual({ tables: [], ring: [], files: [], outbox: [], backup: [] });
}
