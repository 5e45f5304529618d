import { cleanEmail, pastedPhone, phoneDigits } from '@ledgerline/contract/rules';

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

/** Words that belong to the last name behind them: "Ana de la Cruz". */
const PARTICLES = new Set([
  ...['al', 'bin', 'da', 'das', 'de', 'del', 'della', 'den', 'der', 'di', 'do', 'dos', 'du', 'e', 'el', 'la'],
  ...['las', 'le', 'los', 'mc', 'saint', 'san', 'santa', 'st', 'st.', 'ten', 'ter', 'van', 'von', 'y'],
]);

/** A search that found nobody as a new client: an email, a phone, or a name, also as "Last, First". */
export function newClientFrom(q: string): NewClientStart {
  const text = q.trim().replaceAll(/\s+/g, ' ');
  const email = cleanEmail(text);
  if (email !== null) return { ...NOTHING, primary_email: email };
  const phone = pastedPhone(text);
  if (/^[\d ()+-]+$/.test(phone) && phoneDigits(phone).length >= 7)
    return { ...NOTHING, primary_phone: phone };
  const [first, last] = text.includes(',') ? lastFirst(text) : firstLast(text.split(' '));
  return { ...NOTHING, client_first_name: capitalised(first), client_last_name: capitalised(last) };
}

function lastFirst(text: string): [string, string] {
  const [last = '', ...rest] = text.split(',').map((part) => part.trim());
  return [rest.join(' ').trim(), last];
}

/** The last word is the last name, with the particles before it; a single word is a first name. */
function firstLast(words: readonly string[]): [string, string] {
  let start = Math.max(1, words.length - 1);
  while (start > 1 && PARTICLES.has((words[start - 1] ?? '').toLowerCase())) start -= 1;
  return [words.slice(0, start).join(' '), words.slice(start).join(' ')];
}

/** Searches are typed in small letters; names are not. What has a capital already stays as it was typed. */
function capitalised(name: string): string {
  if (name !== name.toLowerCase()) return name;
  const words = name.split(' ');
  return words
    .map((word, place) =>
      place < words.length - 1 && PARTICLES.has(word)
        ? word
        : word.replaceAll(/(?:^|[-'’])\p{L}/gu, (letter) => letter.toUpperCase()),
    )
    .join(' ');
}
