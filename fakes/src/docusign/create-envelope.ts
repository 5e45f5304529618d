import { randomUUID } from 'node:crypto';
import { ApiError, badBody, badParameter } from './answers.ts';
import type {
  Books,
  EnvelopeListener,
  FakeEnvelope,
  FakeRecipient,
  FakeRole,
  FakeTemplate,
} from './books.ts';
import {
  type EnvelopeDefinition,
  type EventNotification,
  envelopeDefinitionSchema,
  type TemplateRole,
} from './envelope-definition.ts';
import { prefill } from './prefill.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const MAX = 100;

/** Creates an envelope from a template as a draft; sending it is a separate step. */
export function createEnvelope(books: Books, body: unknown, preservesRouting: boolean): FakeEnvelope {
  const parsed = envelopeDefinitionSchema.safeParse(body);
  if (!parsed.success) throw badBody(parsed.error.message);
  const definition = parsed.data;
  const template = wantedTemplate(books, definition);
  checkTexts(definition);
  const ignored: string[] = [];
  const recipients = fillRoles(template, definition, { ignored, preservesRouting });
  const at = books.stamp();
  const envelope: FakeEnvelope = {
    envelopeId: randomUUID(),
    templateId: template.templateId,
    status: 'created',
    emailSubject: definition.emailSubject ?? `Please sign: ${template.name}`,
    transactionId: definition.transactionId ?? null,
    customFields: (definition.customFields?.textCustomFields ?? []).map(
      ({ name, value, show, required }, position) => ({
        fieldId: String(10_000 + position),
        name,
        value,
        show,
        required,
      }),
    ),
    documents: structuredClone(template.documents),
    recipients,
    listeners: definition.eventNotification ? [listener(definition.eventNotification)] : [],
    ignored,
    createdDateTime: at,
    lastModifiedDateTime: at,
    statusChangedDateTime: at,
  };
  books.state.envelopes.push(envelope);
  return envelope;
}

function wantedTemplate(books: Books, definition: EnvelopeDefinition): FakeTemplate {
  const { templateId, compositeTemplates, documents, recipients, status } = definition;
  if (compositeTemplates || documents || recipients) {
    throw badBody('This fake creates envelopes only from templateId and templateRoles.');
  }
  if (status !== undefined && status !== 'created' && status !== 'sent') {
    throw badParameter(`An envelope cannot be created with the status '${status}'.`);
  }
  if (!templateId) {
    throw new ApiError('ENVELOPE_IS_INCOMPLETE', 'The Envelope is not Complete. It has no documents.');
  }
  const template = books.template(templateId);
  if (!template || template.isDeleted) throw new ApiError('TEMPLATE_ID_INVALID', 'Invalid template ID.');
  return template;
}

function checkTexts({ emailSubject = '', customFields }: EnvelopeDefinition): void {
  if (emailSubject.length > MAX) throw badParameter(`'emailSubject' is longer than ${MAX} characters.`);
  for (const { name, value } of customFields?.textCustomFields ?? []) {
    if (name.length > MAX || value.length > MAX) {
      throw badParameter(`The custom field '${name}' is longer than ${MAX} characters.`);
    }
  }
}

type Notes = { ignored: string[]; preservesRouting: boolean };

function fillRoles(template: FakeTemplate, definition: EnvelopeDefinition, notes: Notes): FakeRecipient[] {
  const roles = new Map<string, TemplateRole>();
  for (const role of definition.templateRoles) {
    const name = role.roleName ?? '';
    if (!template.roles.some(({ roleName }) => roleName === name)) {
      throw badParameter(`The template has no role named '${name}'.`);
    }
    if (roles.has(name)) throw badParameter(`The role '${name}' occurs twice.`);
    roles.set(name, role);
  }
  return template.roles.map((role) => {
    const provided = roles.get(role.roleName);
    if (!provided && definition.status === 'sent') {
      throw new ApiError('ENVELOPE_IS_INCOMPLETE', `The role '${role.roleName}' has no recipient.`);
    }
    return fillRole(role, provided ?? {}, definition.status === 'sent', notes);
  });
}

function fillRole(role: FakeRole, provided: TemplateRole, isSent: boolean, notes: Notes): FakeRecipient {
  const { name = '', email = '', clientUserId = null } = provided;
  if (isSent && name.trim() === '') {
    throw new ApiError('INVALID_RECIPIENT_NAME', `The name of the recipient '${role.roleName}' is missing.`);
  }
  if (isSent && !EMAIL.test(email)) {
    throw new ApiError(
      'INVALID_EMAIL_ADDRESS_FOR_RECIPIENT',
      `The email address for the recipient is invalid. The recipient Id follows. ${role.recipientId}`,
    );
  }
  if (name.length > MAX || email.length > MAX || (clientUserId?.length ?? 0) > MAX) {
    throw badParameter(`The recipient '${role.roleName}' has a text of more than ${MAX} characters.`);
  }
  const recipient: FakeRecipient = {
    ...structuredClone(role),
    recipientIdGuid: randomUUID(),
    userId: randomUUID(),
    name,
    email,
    clientUserId: clientUserId === '' ? null : clientUserId,
    status: 'created',
  };
  route(recipient, provided.routingOrder, notes);
  notes.ignored.push(...prefill(recipient, provided.tabs ?? {}));
  return recipient;
}

/** A different routing order breaks the match with the template's role, so the role's tabs are lost. */
function route(recipient: FakeRecipient, routingOrder: string | undefined, notes: Notes): void {
  if (routingOrder === undefined || Number(routingOrder) === recipient.routingOrder) return;
  if (!/^[1-9]\d*$/.test(routingOrder)) throw badParameter(`'routingOrder' is '${routingOrder}'.`);
  recipient.routingOrder = Number(routingOrder);
  if (notes.preservesRouting) return;
  recipient.tabs = {};
  notes.ignored.push(`${recipient.roleName}: all tabs, because its routingOrder is not the template's`);
}

function listener({
  url,
  includeHMAC,
  deliveryMode,
  events,
  eventData,
}: EventNotification): EnvelopeListener {
  if (!URL.canParse(url) || !isSafe(new URL(url))) throw badParameter(`'${url}' is not an https URL.`);
  const isJsonSim =
    deliveryMode === 'SIM' && eventData?.version === 'restv2.1' && eventData.format?.toLowerCase() === 'json';
  if (!isJsonSim) throw badParameter('This fake sends only JSON SIM messages.');
  const includeData = eventData?.includeData ?? [];
  return { url, events: events ?? null, includeData, isSigned: includeHMAC === 'true' };
}

/** https or localhost: the demo and tests have no certificate. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}
