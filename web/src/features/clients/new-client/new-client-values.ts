import {
  cleanEmail,
  isNameParticle,
  pastedPhone,
  phoneDigits,
  splitFullName,
} from '@ledgerline/contract/rules';

/** Initial values of the client form, in addition to its defaults. */
export interface NewClientStart {
  client_first_name: string;
  client_last_name: string;
  primary_email: string;
  primary_phone: string;
}

const NOTHING: NewClientStart = {
  client_first_name: '',
  client_last_name: '',
  primary_email: '',
  primary_phone: '',
};

/** Turns a search without results into initial values: an email, a phone or a name, also as "Last, First". */
export function newClientFrom(q: string): NewClientStart {
  const text = q.trim().replaceAll(/\s+/g, ' ');
  const email = cleanEmail(text);
  if (email !== null) return { ...NOTHING, primary_email: email };
  const phone = pastedPhone(text);
  if (/^[\d ()+-]+$/.test(phone) && phoneDigits(phone).length >= 7)
    return { ...NOTHING, primary_phone: phone };
  const { first, last } = splitFullName(text);
  return { ...NOTHING, client_first_name: capitalized(first), client_last_name: capitalized(last) };
}

/** Searches are typically lowercase, names are not. Text that already has a capital letter is kept as typed. */
function capitalized(name: string): string {
  if (name !== name.toLowerCase()) return name;
  const words = name.split(' ');
  return words
    .map((word, index) =>
      index < words.length - 1 && isNameParticle(word)
        ? word
        : word.replaceAll(/(?:^|[-'’])\p{L}/gu, (letter) => letter.toUpperCase()),
    )
    .join(' ');
}
