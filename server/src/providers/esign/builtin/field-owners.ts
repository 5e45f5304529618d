import type { SigningField } from '@ledgerline/contract/signing/endpoints';
import type { EnvelopeState, EsignSigner, EsignTemplate } from '#platform/ports/esign.ts';
import { prefillNames } from './field-names.ts';
import { shownBox } from './page-geometry.ts';
import type { TemplateFacts, TemplateField } from './template-facts.ts';

export type FieldValues = Record<string, string | boolean>;

/**
 * Who fills in a field. A field whose name has no owner belongs to the client if the client signs, because the client decides
 * what to buy, otherwise to the advisor. An advisor's field in a document that no advisor signs has no owner.
 */
function ownerOf(field: TemplateField, recipients: readonly EsignSigner[]): EsignSigner | null {
  if (field.owner && recipients.includes(field.owner)) return field.owner;
  if (field.owner === 'advisor' || isSpecial(field)) return null;
  return recipients.includes('client') ? 'client' : 'advisor';
}

function isSpecial({ kind }: TemplateField): boolean {
  return kind === 'signature' || kind === 'date' || kind === 'name';
}

/** Fields that a signer fills in; the advisor may also preselect options the client then decides on. */
export function isFilledBy(
  field: TemplateField,
  signer: EsignSigner,
  recipients: readonly EsignSigner[],
): boolean {
  if (field.isReadOnly || field.isPictureOnly) return false;
  const owner = ownerOf(field, recipients);
  return owner === signer || (signer === 'advisor' && owner === 'client' && field.owner === null);
}

export function isRequiredOf(
  field: TemplateField,
  signer: EsignSigner,
  recipients: readonly EsignSigner[],
): boolean {
  return field.required && ownerOf(field, recipients) === signer;
}

/** The initial values: the PDF's own, then those of the client record, then preselected options. */
export function startingValues(
  fields: readonly TemplateField[],
  prefill: Readonly<Record<string, string>>,
  choices?: EnvelopeState['choices'],
): FieldValues {
  const values: FieldValues = {};
  for (const field of fields) {
    if (field.isPictureOnly || isSpecial(field)) continue;
    const chosen = chosenFor(field, choices);
    if (chosen !== undefined) {
      values[field.name] = chosen;
      continue;
    }
    const known = prefillNames(field.name).find((name) => Object.hasOwn(prefill, name));
    const text = known === undefined ? undefined : prefill[known]?.trim();
    const fits = field.kind === 'text' || (field.kind === 'list' && field.options.includes(text ?? ''));
    const value = text && fits ? text : field.initial;
    if (value !== null) values[field.name] = value;
  }
  return values;
}

function chosenFor(field: TemplateField, choices?: EnvelopeState['choices']): string | boolean | undefined {
  const label = field.label.trim();
  if (field.kind === 'checkbox') return choices?.checkboxTabs[label];
  const item = field.kind === 'list' ? choices?.listTabs[label] : undefined;
  return item !== undefined && field.options.includes(item) ? item : undefined;
}

/** The fields for the signing screen, one entry per position of a field. */
export function signingFields(
  template: TemplateFacts,
  signer: { role: EsignSigner; name: string; date: string },
  values: FieldValues,
): SigningField[] {
  const { fields, shapes, recipients } = template;
  return fields
    .filter(({ isPictureOnly }) => !isPictureOnly)
    .flatMap((field) =>
      field.positions.map((position) => {
        const shape = shapes[position.page] ?? { crop: position.box, rotation: 0 as const };
        return {
          name: field.name,
          kind: field.kind,
          label: field.label,
          page: position.page,
          ...shownBox(shape, position.box),
          is_mine: isFilledBy(field, signer.role, recipients),
          is_own: ownerOf(field, recipients) === signer.role,
          required: isRequiredOf(field, signer.role, recipients),
          value: valueFor(field, signer, recipients, values),
          options: field.options,
          multiline: field.multiline,
        };
      }),
    );
}

function valueFor(
  field: TemplateField,
  signer: { role: EsignSigner; name: string; date: string },
  recipients: readonly EsignSigner[],
  values: FieldValues,
): string | boolean | null {
  const isMine = ownerOf(field, recipients) === signer.role;
  if (field.kind === 'name' && isMine) return signer.name;
  if (field.kind === 'date' && isMine) return signer.date;
  return values[field.name] ?? (field.kind === 'checkbox' ? false : null);
}

export function tabsOf(fields: readonly TemplateField[]): EsignTemplate['tabs'] {
  const shown = fields.filter(({ isPictureOnly }) => !isPictureOnly);
  return {
    checkboxTabs: shown
      .filter(({ kind }) => kind === 'checkbox')
      .map(({ label }) => ({ tabLabel: label.trim() })),
    listTabs: shown
      .filter(({ kind }) => kind === 'list')
      .map(({ label, options }) => ({ tabLabel: label.trim(), listItems: options })),
  };
}

export function choicesOf(fields: readonly TemplateField[], values: FieldValues): EnvelopeState['choices'] {
  const choices: EnvelopeState['choices'] = { checkboxTabs: {}, listTabs: {} };
  for (const field of fields) {
    const value = values[field.name];
    if (field.isPictureOnly) continue;
    if (field.kind === 'checkbox') choices.checkboxTabs[field.label.trim()] = value === true;
    if (field.kind === 'list' && typeof value === 'string' && value) {
      choices.listTabs[field.label.trim()] = value;
    }
  }
  return choices;
}
