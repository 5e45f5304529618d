import { isBlank, lowerWord } from './blank.ts';

const BULLET = '•';
const BULLETS = BULLET.repeat(4);

/** Stored instead of the last four of a value of which no character may be shown (decisions D11). */
const LAST4_HIDDEN = BULLET;

/**
 * The mask of a secret: '•••-••-6789' for an SSN, '••••6789' for other kinds, bullets only for a cvc, a password and values of four
 * characters or fewer, '' without a value (0§2, decisions D11, D12, D15). kind: 'ssn', 'cvc', 'password' or anything else; a field name
 * ('spouse_ssn', 'mp_pass') is read as its kind.
 */
export function maskSecret({ kind, value }: { kind: string; value: string | null | undefined }): string {
  return maskFromLast4({ kind, last4: lastFour({ kind, value }) });
}

/** The mask from what is stored with a secret: null or '' means no value, see lastFour. */
export function maskFromLast4({ kind, last4 }: { kind: string; last4: string | null | undefined }): string {
  return maskerOf(kind)(last4);
}

/** The same for many values of one kind, which is resolved only once. */
export function maskerOf(kind: string): (last4: string | null | undefined) => string {
  const isHidden = showsNothing(kind);
  const start = isSsn(kind) ? '•••-••-' : BULLETS;
  return (last4) => {
    if (isBlank(last4)) return '';
    const shown = String(last4).trim();
    return isHidden || [...shown].length !== 4 || isMask(shown) ? BULLETS : start + shown;
  };
}

/** What may be stored in clear text with a secret: its last four letters or digits, LAST4_HIDDEN, or '' (decisions D11). */
export function lastFour({ kind, value }: { kind: string; value: string | null | undefined }): string {
  if (isBlank(value)) return '';
  // Separators are not counted: '12-34' has four characters to protect, not five.
  const characters = [...String(value).replaceAll(/[^\p{L}\p{N}]/gu, '')];
  return showsNothing(kind) || characters.length <= 4 ? LAST4_HIDDEN : characters.slice(-4).join('');
}

/** True for a text with a mask's bullet: such a text must not overwrite the stored value (decisions D13). */
export function isMask(text: unknown): boolean {
  return typeof text === 'string' && text.includes(BULLET);
}

function isSsn(kind: string): boolean {
  return /(?:^|_)ssn$/.test(lowerWord(kind));
}

function showsNothing(kind: string): boolean {
  return /(?:^|_)(?:cvc|cvv|pass|password)$/.test(lowerWord(kind));
}
