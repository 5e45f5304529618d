import type { WebFormField } from '@ledgerline/contract/web-forms/definition';

/** What every kind of input is told. */
export interface InputProps {
  id: string;
  question: WebFormField;
  value: string;
  /** The ids of hint and error, for whoever does not see them. */
  describedBy: string | undefined;
  isWrong: boolean;
  onChange: (value: string) => void;
}
