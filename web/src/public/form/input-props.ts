import type { WebFormField } from '@ledgerline/contract/web-forms/definition';

/** Props common to all inputs. */
export interface InputProps {
  id: string;
  question: WebFormField;
  value: string;
  /** The ids of hint and error, for screen readers. */
  describedBy: string | undefined;
  isWrong: boolean;
  onChange: (value: string) => void;
}
