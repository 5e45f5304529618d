/** Whether somebody typed the title of what he is about to delete (decisions O5); blanks around and between words do not count. */
export function titleConfirmed(typed: string | null | undefined, title: string): boolean {
  return plain(typed ?? '') === plain(title);
}

function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
