import { randomUUID } from 'node:crypto';
import {
  type Answer,
  answerAt,
  type FormAnswers,
  isAnswered,
  isVisible,
  questionsOf,
  withAnswer,
} from '@ledgerline/contract/web-forms/answers';
import {
  isList,
  type WebFormDefinition,
  type WebFormQuestion,
} from '@ledgerline/contract/web-forms/definition';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateDatabase, migrateDatabaseTo } from '#platform/database/migrate.ts';
import { adminQuery, databaseUrl, dropDatabase } from '#testing/database.ts';

/** The migrations of 1db245f, the last version with these steps. */
const MIGRATIONS_BEFORE = 27;

/** The questions of each step of a form at that time, in order: a question belongs to the first step that fits. */
const STEPS_BEFORE: Readonly<Record<string, readonly RegExp[]>> = {
  'personal-info': [
    /^personalInfo\.(?!mailing)/,
    /^contactInfo\./,
    /^(addressInfo|personalInfo)\./,
    /^ownership\./,
    /^medicalHistory\./,
    /^banking\./,
  ],
  'iul-application': [
    /^personalInfo\.(?!mailing)/,
    /^contactInfo\./,
    /^(addressInfo|personalInfo)\./,
    /^employment\./,
    /^coverage\./,
    /^ownership\.(?!.*[bB]eneficiaries)/,
    /^ownership\./,
    /^existingInsurance\./,
    /^medicalHistory\./,
    /^lifestyle\./,
    /^banking\./,
    /^declarations\./,
  ],
};

const CASES = Object.entries(STEPS_BEFORE).flatMap(([form_link_id, steps]) =>
  steps.map((_, before) => ({ form_link_id, before })),
);

let url: string;
let client: pg.Client;

beforeAll(async () => {
  const name = `steps_${randomUUID().replaceAll('-', '')}`;
  url = databaseUrl(inject('databaseUrl'), name);
  await adminQuery(inject('databaseUrl'), `create database ${name}`);
  await migrateDatabaseTo(url, MIGRATIONS_BEFORE);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  const add = (link: string | null, step: number, is_completed: boolean) =>
    client.query(
      `insert into session_forms (title, type, form_link_id, progress_step, is_completed, created_at, updated_at)
       values ($1, 'Web Form', $2, $3, $4, now(), now())`,
      [`${link} ${step}${is_completed ? ' done' : ''}`, link, step, is_completed],
    );
  for (const { form_link_id, before } of CASES) {
    await add(form_link_id, before, false);
    await add(form_link_id, before, true);
  }
  for (const form_link_id of Object.keys(STEPS_BEFORE)) await add(form_link_id, 40, false);
  await add('another-form', 3, false);
  await add(null, 3, false);
  await migrateDatabase(url);
});

afterAll(async () => {
  await client.end();
  await dropDatabase(inject('databaseUrl'), new URL(url).pathname.slice(1));
});

async function stepAfter(title: string): Promise<number | undefined> {
  const { rows } = await client.query<{ progress_step: number }>(
    'select progress_step from session_forms where title = $1',
    [title],
  );
  return rows[0]?.progress_step;
}

function formNamed(id: string): WebFormDefinition {
  const definition = findWebForm(id);
  if (!definition) throw new Error(`no form ${id}`);
  return definition;
}

/** The answers of a visitor who left out nothing and answered yes wherever possible up to this step. */
function answersBefore(definition: WebFormDefinition, before: number): FormAnswers {
  const stepOf = ({ key }: WebFormQuestion) =>
    STEPS_BEFORE[definition.id]?.findIndex((step) => step.test(key)) ?? -1;
  return questionsOf(definition)
    .filter((question) => stepOf(question) < before)
    .reduce<FormAnswers>((answers, question) => withAnswer(answers, question.key, anAnswer(question)), {});
}

function anAnswer(question: WebFormQuestion): Answer {
  if (isList(question)) return [{}];
  return question.options?.[0]?.value ?? 'yes';
}

describe('after the migration to shorter steps', () => {
  it.each(CASES)(
    'opens a draft of $form_link_id that was on step $before at the first one with an unanswered question',
    async ({ form_link_id, before }) => {
      const definition = formNamed(form_link_id);
      const answers = answersBefore(definition, before);
      const unanswered = definition.steps.findIndex(({ questions }) =>
        questions.some((one) => isVisible(one, answers) && !isAnswered(answerAt(answers, one.key))),
      );
      expect(await stepAfter(`${form_link_id} ${before}`)).toBe(unanswered);
      expect(await stepAfter(`${form_link_id} ${before} done`)).toBe(unanswered);
    },
  );

  it('a step that never existed is the last one', async () => {
    for (const form_link_id of Object.keys(STEPS_BEFORE)) {
      expect(await stepAfter(`${form_link_id} 40`)).toBe(formNamed(form_link_id).steps.length - 1);
    }
  });

  it('forms without a definition keep their step', async () => {
    expect(await stepAfter('another-form 3')).toBe(3);
    expect(await stepAfter('null 3')).toBe(3);
  });
});
