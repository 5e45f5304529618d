import {
  type CreateEnvelope,
  EsignError,
  type EsignPerson,
  type EsignSigner,
} from '#platform/ports/esign.ts';
import { asciiEmail } from '../../ascii-email.ts';
import { CUSTOM_FIELD } from './find-envelope.ts';
import { clientUserIdOf, type Reading } from './known-state.ts';
import type { EnvelopeRow } from './repository.ts';
import { choicesOf, filledTabs } from './tabs.ts';
import type { ReadTemplate } from './templates.ts';

const LONGEST_TEXT = 100;

export interface EnvelopeDefinition {
  /** The request body for DocuSign. */
  body: { templateId: string };
  /** Initial signers and choices of the resulting envelope. */
  initial: Pick<Reading, 'signers' | 'choices'>;
}

/** An envelope of the template for these people, with known values and preselected options filled in. */
export function defineEnvelope(
  publicUrl: string,
  { transaction_id }: EnvelopeRow,
  { template, signers }: ReadTemplate,
  input: CreateEnvelope,
): EnvelopeDefinition {
  const people = signers.map((signer) => ({ ...signer, ...personFor(signer.role, publicUrl, input) }));
  const templateRoles = people.map(({ role, roleName, name, email, tabs }) => {
    const filled = filledTabs(tabs, input.prefill, input.choices);
    // No routingOrder: the template's order applies, and a different one would cost the role its tabs. The clientUserId makes
    // the signer embedded: DocuSign sends no email, and links are created at the click.
    const clientUserId = clientUserIdOf(role, transaction_id);
    return {
      roleName,
      name,
      email,
      clientUserId,
      ...(Object.keys(filled).length > 0 ? { tabs: filled } : {}),
    };
  });
  const body = {
    templateId: template.id,
    status: 'sent',
    emailSubject: cut(input.subject, LONGEST_TEXT) || cut(template.name, LONGEST_TEXT),
    transactionId: transaction_id,
    templateRoles,
    customFields: { textCustomFields: [{ name: CUSTOM_FIELD, value: transaction_id, show: 'false' }] },
  };
  const waiting = { status: 'waiting', signedAt: null } as const;
  return {
    body,
    initial: {
      signers: people.map(({ role, name, email }) => ({ role, name, email, ...waiting })),
      choices: choicesAtStart(template, signers, input.choices),
    },
  };
}

function personFor(role: EsignSigner, publicUrl: string, { people }: CreateEnvelope) {
  const person = people.find((candidate) => candidate.role === role);
  if (!person?.name.trim()) throw new EsignError('invalid', `The document needs the name of the ${role}.`);
  return { name: cut(person.name, LONGEST_TEXT), email: emailOf(person, publicUrl) };
}

/** The template's selections, overridden by the caller's; labels that the template lacks are ignored. */
function choicesAtStart(
  { tabs }: ReadTemplate['template'],
  signers: ReadTemplate['signers'],
  chosen: CreateEnvelope['choices'],
): Reading['choices'] {
  const choices = choicesOf(signers.map((signer) => signer.tabs));
  for (const { tabLabel } of tabs.checkboxTabs) {
    const isChecked = chosen?.checkboxTabs[tabLabel];
    if (isChecked !== undefined) choices.checkboxTabs[tabLabel] = isChecked;
  }
  for (const { tabLabel, listItems } of tabs.listTabs) {
    const item = chosen?.listTabs[tabLabel];
    if (item !== undefined && listItems.includes(item)) choices.listTabs[tabLabel] = item;
  }
  return choices;
}

/** On one line, without a split surrogate pair at its end. */
export function cut(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * DocuSign requires a well-formed address but sends nothing to embedded signers: a signer without one gets an unread address of
 * this server.
 */
function emailOf({ email }: EsignPerson, publicUrl: string): string {
  const own = asciiEmail(email);
  if (own !== null && own.length <= 100) return own;
  const { hostname } = new URL(publicUrl);
  const isDomain = /\.[a-z]{2,}$/i.test(hostname);
  return `no-reply@${isDomain ? hostname : 'localhost.localdomain'}`;
}
