/** Zero-width and directional characters, byte order marks and soft hyphens: copied along, never part of an address. */
const INVISIBLE = /[\p{Cf}\u115F\u1160\u3164\uFFA0]/gu;
/** The marks around an address in a sentence, a list or a program's export. */
const EDGES = /^[\s"'`“”„‘’«»‹›()[\]{}<>,;:]+|[\s"'`“”„‘’«»‹›()[\]{}<>,;:.!?]+$/gu;
/** `Ana Lee <ana@example.com>`: the text before the only pair of brackets, and the text in it. */
const BRACKETED = /^([^<>]*)<([^<>]*)>[\s,;."']*$/u;
const LOCAL_PART = /^[^\s\p{Cc}"'(),.:;<>@[\\\]“”„«»‹›][^\s\p{Cc}"(),:;<>@[\\\]“”„«»‹›]*$/u;
const DOMAIN_LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * The bare address in a pasted text: without a display name, brackets, quotes, `mailto:`, surrounding punctuation and invisible characters.
 * Null where the text holds no address, or more than one. Addresses in any script are accepted. Every email address is stored in this form.
 */
export function cleanEmail(text: string): string | null {
  // The patterns of edges take quadratic time, and no address with a display name is longer.
  if (text.length > 1000) return null;
  const visible = text.normalize('NFC').replace(INVISIBLE, '').replaceAll('＠', '@');
  const [, before = '', inside = visible] = BRACKETED.exec(visible) ?? [];
  if (before.includes('@') && !before.includes(inside)) return null;
  const bare = inside
    .replace(EDGES, '')
    .replace(/^(?:mailto|smtp):\s*([^?]*).*$/isu, '$1')
    .replace(EDGES, '');
  const [local = '', domain = '', ...more] = bare.split('@');
  const labels = domain.replaceAll(/[。．｡]/gu, '.').split('.');
  const isAddress =
    more.length === 0 &&
    LOCAL_PART.test(local) &&
    !/\.\.|\.$/.test(local) &&
    labels.length > 1 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '');
  return isAddress ? `${local}@${labels.join('.')}` : null;
}

/** Shown wherever an email cannot be sent because no mail server is connected. */
export const EMAIL_NOT_CONNECTED = 'Email isn’t connected.';
export const COPY_LINK_INSTEAD = `${EMAIL_NOT_CONNECTED} Copy the link instead.`;

/** Whether a text holds one email address that `cleanEmail` can extract (0§5, 1§5). */
export function isEmail(text: string): boolean {
  return cleanEmail(text) !== null;
}
