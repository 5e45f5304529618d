const LONGEST = 120;
/** Names that Windows reserves for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name that is safe in any folder, from any name a visitor's browser sent. */
export function libraryName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const bare = last
    .replace(/\.pdf$/i, '')
    .replace(/\p{C}/gu, '')
    .replace(/[<>:"|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const short = [...bare].slice(0, LONGEST).join('').trim();
  return `${short && !RESERVED.test(short) ? short : 'Template'}.pdf`;
}
