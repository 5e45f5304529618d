import { SIGNING_FIELD_KINDS } from '@ledgerline/contract/signing/endpoints';
import { z } from 'zod';
import { SIGNERS } from '#platform/ports/esign.ts';

const boxSchema = z.object({ x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number() });

const positionSchema = z.object({
  /** From 0. */
  page: z.number(),
  box: boxSchema,
  /** The state that shows a check box or radio button as chosen. */
  onValue: z.string().nullable(),
});
/** One place of a field on a page. */
export type FieldPosition = z.output<typeof positionSchema>;

const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(SIGNING_FIELD_KINDS),
  /** By its name; null where the name does not say. */
  owner: z.enum(SIGNERS).nullable(),
  required: z.boolean(),
  isReadOnly: z.boolean(),
  options: z.array(z.string()),
  multiline: z.boolean(),
  /** Characters in boxes of their own: how many. */
  combCells: z.number().nullable(),
  /** In points; 0 lets the text fit its box. */
  fontSize: z.number(),
  alignment: z.enum(['left', 'center', 'right']),
  /** What the PDF itself holds. */
  initial: z.union([z.string(), z.boolean()]).nullable(),
  positions: z.array(positionSchema),
  /** Radio buttons, marked with a dot. */
  isRound: z.boolean(),
  /** Push buttons and signatures of others: only their picture counts. */
  isPictureOnly: z.boolean(),
});
export type TemplateField = z.output<typeof fieldSchema>;

/** What is known of a document without its content; a worker reads it from the PDF. */
export const templateFactsSchema = z.object({
  fields: z.array(fieldSchema),
  /** The part of each page that is shown, and how it is turned. */
  shapes: z.array(
    z.object({
      crop: boxSchema,
      rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    }),
  ),
  recipients: z.array(z.enum(SIGNERS)),
});
export type TemplateFacts = z.output<typeof templateFactsSchema>;
