/** What an event is about is not here yet: it is tried again, and once more when it has come. */
export class NotKnownYet extends Error {
  override name = 'NotKnownYet';
}

/** Words of a provider as a database can hold them. */
export function plainText(text: string, longest: number): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, longest);
}
