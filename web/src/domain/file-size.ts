const KIBIBYTE = 1024;
const INTEGER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Sizes are shown in KB (0§9); content is never shown as 0 KB. */
export function sizeText(bytes: number): string {
  return `${INTEGER.format(bytes > 0 ? Math.max(1, Math.round(bytes / KIBIBYTE)) : 0)} KB`;
}
