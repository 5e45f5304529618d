import { SIGNING_FIELD_KINDS } from '@ledgerline/contract/signing/endpoints';
import { z } from 'zod';
import { SIGNERS } from '#platform/ports/esign.ts';

const boxSchema = z.object({ x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number() });

const positionSchema = z.object({
  /** Zero-based. */
  page: z.number(),
  box: boxSchema,
  /** The state that shows a check box or radio button as selected. */
  onValue: z.string().nullable(),
});
/** One position of a field on a page. */
export type FieldPosition = z.output<typeof positionSchema>;

const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(SIGNING_FIELD_KINDS),
  /** Derived from the name; null when the name has no owner. */
  owner: z.enum(SIGNERS).nullable(),
  required: z.boolean(),
  isReadOnly: z.boolean(),
  options: z.array(z.string()),
  multiline: z.boolean(),
  /** For characters in separate boxes: the number of boxes. */
  combCells: z.number().nullable(),
  /** In points; 0 fits the text to its box. */
  fontSize: z.number(),
  alignment: z.enum(['left', 'center', 'right']),
  /** The value in the PDF itself. */
  initial: z.union([z.string(), z.boolean()]).nullable(),
  positions: z.array(positionSchema),
  /** Radio buttons, marked with a dot. */
  isRound: z.boolean(),
  /** Push buttons and signatures of others: only their appearance counts. */
  isPictureOnly: z.boolean(),
});
export type TemplateField = z.output<typeof fieldSchema>;

/** What is known about a document without its content; a worker reads it from the PDF. */
export const templateFactsSchema = z.object({
  fields: z.array(fieldSchema),
  /** The visible part of each page and its rotation. */
  shapes: z.array(
    z.object({
      crop: boxSchema,
      rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    }),
  ),
  recipients: z.array(z.enum(SIGNERS)),
});
export type TemplateFacts = z.output<typeof templateFactsSchema>;
