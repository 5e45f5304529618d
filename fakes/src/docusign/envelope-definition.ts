import { z } from 'zod';

/** The parts of a create call that the fake reads. The official contract validates the rest, which is ignored. */
const tabSchema = z.looseObject({
  tabLabel: z.string().optional(),
  groupName: z.string().optional(),
  value: z.string().optional(),
  selected: z.string().optional(),
  listItems: z
    .array(z.looseObject({ value: z.string().optional(), selected: z.string().optional() }))
    .optional(),
  radios: z
    .array(z.looseObject({ value: z.string().optional(), selected: z.string().optional() }))
    .optional(),
});
export type SentTab = z.infer<typeof tabSchema>;

const templateRoleSchema = z.looseObject({
  roleName: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  clientUserId: z.string().optional(),
  routingOrder: z.string().optional(),
  embeddedRecipientStartURL: z.string().optional(),
  tabs: z.record(z.string(), z.array(tabSchema)).optional(),
});
export type TemplateRole = z.infer<typeof templateRoleSchema>;

const customFieldSchema = z.looseObject({
  name: z.string(),
  value: z.string().default(''),
  show: z.string().default('false'),
  required: z.string().default('false'),
});

const eventNotificationSchema = z.looseObject({
  url: z.string(),
  includeHMAC: z.string().optional(),
  deliveryMode: z.string().optional(),
  events: z.array(z.string()).optional(),
  eventData: z
    .looseObject({
      version: z.string().optional(),
      format: z.string().optional(),
      includeData: z.array(z.string()).optional(),
    })
    .optional(),
});
export type EventNotification = z.infer<typeof eventNotificationSchema>;

export const envelopeDefinitionSchema = z.looseObject({
  templateId: z.string().optional(),
  status: z.string().optional(),
  emailSubject: z.string().optional(),
  transactionId: z.string().optional(),
  templateRoles: z.array(templateRoleSchema).default([]),
  customFields: z.looseObject({ textCustomFields: z.array(customFieldSchema).default([]) }).optional(),
  eventNotification: eventNotificationSchema.optional(),
  compositeTemplates: z.array(z.unknown()).optional(),
  documents: z.array(z.unknown()).optional(),
  recipients: z.unknown().optional(),
});
export type EnvelopeDefinition = z.infer<typeof envelopeDefinitionSchema>;
