import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { IUL_APPLICATION } from '@ledgerline/contract/web-forms/iul-application/iul-application';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { validateForm } from '@ledgerline/contract/web-forms/validate';
import { describe, expect, it } from 'vitest';
import { applicationAnswers, type Person, personalAnswers } from './answers.ts';
import { buildClientValues } from './client-values.ts';
import { createRandom, type Random } from './random.ts';

const TODAY = '2026-11-20';
const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);

function problemsOf(
  seed: number,
  definition: WebFormDefinition,
  answer: (random: Random, person: Person) => FormAnswers,
) {
  const random = createRandom(seed);
  const values = buildClientValues(random, TODAY, false);
  const person = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? null]));
  return validateForm(definition, answer(random, person), { today: TODAY });
}

describe('demo answers', () => {
  it('pass the validation of the personal information form', () => {
    expect(SEEDS.flatMap((seed) => problemsOf(seed, PERSONAL_INFO, personalAnswers))).toEqual([]);
  });

  it('pass the validation of the application with any options', () => {
    expect(SEEDS.flatMap((seed) => problemsOf(seed, IUL_APPLICATION, applicationAnswers))).toEqual([]);
  });

  it('differ from person to person', () => {
    const answers = SEEDS.map((seed) => {
      const { coverage } = applicationAnswers(createRandom(seed), {});
      return JSON.stringify(coverage);
    });
    expect(new Set(answers).size).toBeGreaterThan(SEEDS.length / 2);
  });
});
