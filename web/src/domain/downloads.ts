/** Long enough for the slowest browser to begin the download. */
const URL_LIFETIME_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

/** The same for a file that an address of this portal leads to: another host's browsers show instead of keeping it. */
export function saveFrom(url: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
}
