/** Long enough for the slowest browser to start the download. */
const URL_LIFETIME_MS = 60_000;

/** Passes a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

/** The same for a file at a URL of this portal: browsers display files of another host instead of saving them. */
export function saveFrom(url: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
}
