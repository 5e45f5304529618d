/** Whether the typed title matches the item to be deleted (decisions O5); whitespace around and between words is ignored. */
export function titleConfirmed(typed: string | null | undefined, title: string): boolean {
  return plain(typed ?? '') === plain(title);
}

function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
