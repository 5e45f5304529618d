/** Link text → slug of a-z, 0-9 and single hyphens, none at the ends; accented letters become hyphens (0§5, decisions F15). */
export function formLinkId(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFC')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '')
    .toLowerCase();
}
