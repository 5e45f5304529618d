import { richTextProblem, storableNote } from '@ledgerline/contract/rules';
import sanitizeHtml from 'sanitize-html';
import { AppError } from './errors.ts';

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      'p',
      'br',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'a',
      'ul',
      'ol',
      'li',
      'blockquote',
      'code',
      'pre',
      'hr',
    ],
    ...['h1', 'h2', 'h3', 'h4', 'span', 'mark', 'sub', 'sup'],
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // `//host` would lead to any host, over whatever scheme the page has.
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
  },
};

/** Sanitizes rich text for storage: formatting stays; scripts, styles, images and event handlers are removed. */
export function cleanHtml(html: string): string {
  return /[<&]/.test(html) ? sanitizeHtml(html, RULES) : html;
}

/**
 * A note for storage: sanitized, and '' if no readable text is left.
 * @throws AppError `validation_failed` if it has more formatting than can be sanitized quickly
 */
export function sanitizeNote(html: string | null | undefined): string {
  const note = html ?? '';
  const problem = richTextProblem(note);
  if (problem !== null)
    throw new AppError('validation_failed', {
      message: `The note ${problem}.`,
      fields: [{ path: 'notes', message: problem }],
    });
  return storableNote(cleanHtml(note));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '\u00a0': ' ',
};

/** Rich text as lines of plain text, for PDFs. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const inLines = html.replaceAll(/<(?:br|hr|\/p|\/li|\/h[1-4]|\/blockquote|\/pre)\b[^<>]*>/gi, '\n');
  return sanitizeHtml(inLines, { allowedTags: [], allowedAttributes: {} })
    .replaceAll(/&(?:amp|lt|gt|quot);|\u00a0/g, (found) => ENTITIES[found] ?? found)
    .trim();
}
