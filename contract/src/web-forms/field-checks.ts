import {
  birthDateError,
  cleanEmail,
  isMask,
  isRoutingNumber,
  parseDate,
  parseMoneyCents,
  stateCode,
} from '../rules.ts';
import type { QuestionKind, WebFormField } from './definition.ts';
import type { ProblemCode } from './messages.ts';

/** A value in its stored format, or a validation error. */
export type Checked =
  | { ok: true; value: string | number }
  | { ok: false; code: ProblemCode; values?: Record<string, number> };

interface CheckOptions {
  /** Today's date in the brokerage's time zone, `YYYY-MM-DD`. */
  today: string;
  /** A mask represents a value that is already stored. */
  allowMasks: boolean;
}

/** Validates one answer and converts it to its stored format. */
export function checkAnswer(question: WebFormField, text: string, options: CheckOptions): Checked {
  if (question.secret !== undefined && isMask(text)) {
    return options.allowMasks ? ok(text) : wrong('masked');
  }
  return CHECKS[question.kind](text, question, options);
}

type Check = (text: string, question: WebFormField, options: CheckOptions) => Checked;

const CHECKS: Record<QuestionKind, Check> = {
  text: ok,
  textarea: ok,
  choice: checkOption,
  yesno: (text) => (text === 'yes' || text === 'no' ? ok(text) : wrong('choose')),
  agree: (text) => (text === 'yes' ? ok(text) : wrong('agree')),
  date: checkDate,
  number: checkNumber,
  percent: checkPercent,
  money: checkMoney,
  routing: checkRouting,
  email: checkEmail,
  phone: checkPhone,
  ssn: checkSsn,
  zip: (text) => (/^\d{5}(-\d{4})?$/.test(text) ? ok(text) : wrong('zip')),
  account: (text) => (/^\d{4,17}$/.test(text) ? ok(text) : wrong('account')),
  state: checkState,
};

function ok(value: string | number): Checked {
  return { ok: true, value };
}

function wrong(code: ProblemCode, values?: Record<string, number>): Checked {
  return values ? { ok: false, code, values } : { ok: false, code };
}

function checkEmail(text: string): Checked {
  const address = cleanEmail(text);
  return address === null ? wrong('email') : ok(address);
}

function checkOption(text: string, question: WebFormField): Checked {
  return question.options?.some(({ value }) => value === text) ? ok(text) : wrong('option');
}

/** All dates are birth dates, so they must be in the past. */
function checkDate(text: string, _question: WebFormField, { today }: CheckOptions): Checked {
  const date = parseDate(text, { today, isBirth: true });
  if (date === null) return wrong('date');
  const error = birthDateError(date, today);
  if (error === 'future') return wrong('date_future');
  return error === 'too_old' ? wrong('date_old') : ok(date);
}

function checkNumber(text: string, { min = 0, max = 999_999 }: WebFormField): Checked {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max ? ok(value) : wrong('number', { min, max });
}

function checkPercent(text: string): Checked {
  const bare = text.replace(/\s*%$/, '').replace(',', '.');
  const value = Number(bare);
  return /^\d{1,3}(\.\d{1,2})?$/.test(bare) && value > 0 && value <= 100 ? ok(value) : wrong('percent');
}

const MAX_DOLLARS = 1_000_000_000;

function checkMoney(text: string, { min = 0, max = MAX_DOLLARS }: WebFormField): Checked {
  const cents = parseMoneyCents(text);
  if (cents === null || cents < 0) return wrong('money');
  const isInside = cents >= min * 100 && cents <= max * 100;
  return isInside ? ok(cents / 100) : wrong('money_range', { min, max });
}

function checkPhone(text: string): Checked {
  const digits = text.replaceAll(/\D/g, '');
  const isPhone = /^[\d\s\-+()]*$/.test(text) && digits.length >= 10 && digits.length <= 15;
  return isPhone ? ok(text) : wrong('phone');
}

/** Nine digits, without the areas and numbers that the Social Security Administration never issues. */
function checkSsn(text: string): Checked {
  const parts = /^(\d{3})[\s-]?(\d{2})[\s-]?(\d{4})$/.exec(text);
  if (!parts || parts[1] === '000' || parts[2] === '00' || parts[3] === '0000') return wrong('ssn');
  return ok(`${parts[1]}-${parts[2]}-${parts[3]}`);
}

function checkRouting(text: string): Checked {
  return isRoutingNumber(text) ? ok(text.replaceAll(/\D/g, '')) : wrong('routing');
}

function checkState(text: string): Checked {
  const code = stateCode(text);
  return code === null ? wrong('option') : ok(code);
}
