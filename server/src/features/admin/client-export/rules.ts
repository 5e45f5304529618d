const LONGEST_NAME = 120;

/** The path of a file in the archive: its id keeps equal names apart, and the name cannot escape the folder. */
export function archivePath(file: { table: string; id: number; name: string }): string {
  const bare = file.name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const ending = /\.[\p{L}\d]{1,10}$/u.exec(bare)?.[0] ?? '';
  const stem = [...bare.slice(0, bare.length - ending.length)].slice(0, LONGEST_NAME).join('');
  return `files/${file.table}-${file.id} ${stem || 'file'}${ending}`;
}

/** The file name of the archive: the client's id, no name, since downloads are left on disks. */
export function archiveName(clientId: number, day: string): string {
  return `client-${clientId}-${day}.zip`;
}
