import {
  cleanEmail,
  isNameParticle,
  pastedPhone,
  phoneDigits,
  splitFullName,
} from '@ledgerline/contract/rules';

/** What the client form starts with besides its defaults. */
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

/** A search that found nobody as a new client: an email, a phone, or a name, also as "Last, First". */
export function newClientFrom(q: string): NewClientStart {
  const text = q.trim().replaceAll(/\s+/g, ' ');
  const email = cleanEmail(text);
  if (email !== null) return { ...NOTHING, primary_email: email };
  const phone = pastedPhone(text);
  if (/^[\d ()+-]+$/.test(phone) && phoneDigits(phone).length >= 7)
    return { ...NOTHING, primary_phone: phone };
  const { first, last } = splitFullName(text);
  return { ...NOTHING, client_first_name: capitalised(first), client_last_name: capitalised(last) };
}

/** Searches are typed in small letters; names are not. What has a capital already stays as it was typed. */
function capitalised(name: string): string {
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
