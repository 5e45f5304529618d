import { FORM_TYPES } from '@ledgerline/contract/rules';

export type FormType = (typeof FORM_TYPES)[number];

/** 'WebForm' and 'web form' are one type, shown as 'Web Form' (decisions F1). */
export function formType(type: string): FormType | null {
  const bare = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();
  return FORM_TYPES.find((known) => bare(known) === bare(type)) ?? null;
}

export function typeText(type: string): string {
  return formType(type) ?? type;
}
