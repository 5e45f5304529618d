const KIBIBYTE = 1024;
const INTEGER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Sizes are told in KB (0§9); nothing that has content is 0 KB. */
export function sizeText(bytes: number): string {
  return `${INTEGER.format(bytes > 0 ? Math.max(1, Math.round(bytes / KIBIBYTE)) : 0)} KB`;
}
