import type { WebFormField, WebFormQuestion, WebFormStep } from '../definition.ts';
import { isList } from '../definition.ts';
import { PERSONAL_STEPS } from '../personal-info/personal-step.ts';

/** Who is to be insured; a carrier issues no policy without the Social Security number. */
export const INSURED_STEPS: readonly WebFormStep[] = PERSONAL_STEPS.map((step) => ({
  ...step,
  questions: step.questions.map((question) =>
    isSsn(question) ? { ...withoutHint(question), required: true } : question,
  ),
}));

function isSsn(question: WebFormQuestion): question is WebFormField {
  return !isList(question) && question.key === 'personalInfo.ssn';
}

/** The hint of the other form says that it may stay empty. */
function withoutHint({ hint: _, ...question }: WebFormField): WebFormField {
  return question;
}
