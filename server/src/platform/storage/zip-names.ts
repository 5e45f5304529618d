const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
/** The end record has 22 bytes and a comment of up to 65,535. */
const END_WITHIN = 22 + 65_535;
const MAX_ENTRIES = 10_000;

/** The lower-case names in a ZIP file's directory, without decompressing anything. Empty if the directory cannot be read. */
export function zipEntryNames(bytes: Buffer): Set<string> {
  const names = new Set<string>();
  const end = endOfDirectory(bytes);
  if (end === null) return names;
  let at = bytes.readUInt32LE(end + 16);
  while (names.size < MAX_ENTRIES && at + 46 <= bytes.length && bytes.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const commentLength = bytes.readUInt16LE(at + 32);
    names.add(bytes.toString('utf8', at + 46, at + 46 + nameLength).toLowerCase());
    at += 46 + nameLength + extraLength + commentLength;
  }
  return names;
}

function endOfDirectory(bytes: Buffer): number | null {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - END_WITHIN); at--) {
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  return null;
}
