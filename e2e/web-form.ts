import { answerAt, answerText, type FormAnswers, isVisible } from '@ledgerline/contract/web-forms/answers';
import {
  isList,
  type WebFormField,
  type WebFormList,
  type WebFormStep,
} from '@ledgerline/contract/web-forms/definition';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import type { Locator, Page } from '@playwright/test';

/** The labels of the button that continues; after the last step it shows the answers for review. */
const CONTINUE = {
  en: /^(Continue|Check my answers)$/,
  es: /^(Continuar|Revisar mis respuestas)$/,
  pt: /^(Continuar|Conferir minhas respostas)$/,
};

/** The languages that journeys use. */
type JourneyLanguage = keyof typeof CONTINUE;

const YES_NO: Record<string, Record<JourneyLanguage, string>> = {
  yes: { en: 'Yes', es: 'Sí', pt: 'Sim' },
  no: { en: 'No', es: 'No', pt: 'Não' },
};

/** Fills in a web form as a client would: finds fields by their labels in one language, types, selects and checks. */
export class FormFiller {
  readonly #page: Page;
  readonly #language: JourneyLanguage;
  readonly #answers: FormAnswers;
  readonly #formLinkId: string;

  constructor(
    page: Page,
    language: JourneyLanguage,
    answers: FormAnswers = sampleAnswers(),
    formLinkId = 'personal-info',
  ) {
    this.#page = page;
    this.#language = language;
    this.#answers = answers;
    this.#formLinkId = formLinkId;
  }

  get steps(): readonly WebFormStep[] {
    return findWebForm(this.#formLinkId)?.steps ?? [];
  }

  async fillStep(step: WebFormStep): Promise<void> {
    await this.#page.getByRole('heading', { name: step.title[this.#language] }).waitFor();
    for (const question of step.questions) {
      if (!isVisible(question, this.#answers)) continue;
      if (isList(question)) await this.#fillList(question);
      else {
        await this.#answer(
          this.#page.locator('main'),
          question,
          answerText(answerAt(this.#answers, question.key)),
        );
      }
    }
  }

  async continueForm(): Promise<void> {
    await this.#page.getByRole('button', { name: CONTINUE[this.#language] }).click();
  }

  async #answer(where: Locator, question: WebFormField, value: string): Promise<void> {
    if (value === '') return;
    const label = question.label[this.#language];
    if (question.kind === 'yesno' || question.kind === 'choice' || question.kind === 'state') {
      return this.#choose(where, question, label, value);
    }
    if (question.kind === 'agree') return where.getByRole('checkbox', { name: label }).check();
    await where.getByRole('textbox', { name: label }).first().fill(value);
  }

  async #choose(where: Locator, question: WebFormField, label: string, value: string): Promise<void> {
    const yesNo = YES_NO[value]?.[this.#language];
    if (question.kind === 'state') {
      await where.getByRole('combobox', { name: label }).selectOption(value.toUpperCase());
      return;
    }
    const option = question.options?.find((choice) => choice.value.toLowerCase() === value.toLowerCase());
    const text = option?.label[this.#language] ?? yesNo ?? value;
    const group = where.getByRole('group', { name: label });
    await group
      .or(where.getByRole('combobox', { name: label }))
      .first()
      .waitFor();
    if ((await group.count()) > 0) await group.getByText(text, { exact: true }).click();
    else await where.getByRole('combobox', { name: label }).selectOption({ label: text });
  }

  async #fillList(list: WebFormList): Promise<void> {
    const items = answerAt(this.#answers, list.key);
    if (!Array.isArray(items)) return;
    for (const [position, item] of items.entries()) {
      if (position >= list.minItems)
        await this.#page.getByRole('button', { name: list.addLabel[this.#language] }).click();
      const group = this.#page.getByRole('group', {
        name: `${list.itemLabel[this.#language]} ${position + 1}`,
      });
      for (const field of list.fields) await this.#answer(group, field, answerText(item[field.key]));
    }
  }
}
