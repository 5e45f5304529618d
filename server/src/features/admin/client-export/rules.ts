const LONGEST_NAME = 120;

/** The place of a file in the archive: its number keeps equal names apart, and nothing of the name leads elsewhere. */
export function archivePath(file: { table: string; id: number; name: string }): string {
  const bare = file.name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const ending = /\.[\p{L}\d]{1,10}$/u.exec(bare)?.[0] ?? '';
  const stem = [...bare.slice(0, bare.length - ending.length)].slice(0, LONGEST_NAME).join('');
  return `files/${file.table}-${file.id} ${stem || 'file'}${ending}`;
}

/** What the archive is called: the client's number, no name, since downloads lie around. */
export function archiveName(clientId: number, day: string): string {
  return `client-${clientId}-${day}.zip`;
}
