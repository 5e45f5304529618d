import type { WebFormField, WebFormQuestion, WebFormStep } from '../definition.ts';
import { isList } from '../definition.ts';
import { PERSONAL_STEPS } from '../personal-info/personal-step.ts';

/** The insured person. Carriers do not issue a policy without a Social Security number. */
export const INSURED_STEPS: readonly WebFormStep[] = PERSONAL_STEPS.map((step) => ({
  ...step,
  questions: step.questions.map((question) =>
    isSsn(question) ? { ...withoutHint(question), required: true } : question,
  ),
}));

function isSsn(question: WebFormQuestion): question is WebFormField {
  return !isList(question) && question.key === 'personalInfo.ssn';
}

/** The other form's hint says that the field is optional. */
function withoutHint({ hint: _, ...question }: WebFormField): WebFormField {
  return question;
}
