import {
  CLIENT_FIELDS,
  type FieldName,
  GROUP_TITLES,
  isFieldName,
} from '@ledgerline/contract/clients/fields/catalog';
import type { FieldGroup } from '@ledgerline/contract/clients/fields/field';
import { MAX_BENEFICIARIES, MAX_DEPENDENTS } from '@ledgerline/contract/rules';

/** Fields under one heading of a card or dialog. */
export interface FieldSection {
  title?: string;
  fields: readonly FieldName[];
  /** One of several repeatable slots (a dependent), shown when filled or added. */
  isSlot?: boolean;
}

/** One dialog per group of the catalog. The owner has its own dialog. */
export type DialogId = Exclude<FieldGroup, 'owner'>;

export interface DialogDefinition {
  title: string;
  sections: readonly FieldSection[];
  /** Name of one slot on the add button. */
  slotName?: string;
  /** Columns of the field grid on wide screens; 1 by default. */
  columns?: 2 | 3;
  /** Labels of inputs without a stored value (decisions D21). */
  disabled?: readonly string[];
}

export interface CardDefinition {
  title: string;
  /** The dialog a click opens. */
  dialog: DialogId;
  /** Further dialogs, each with its own button on the card. */
  moreDialogs?: readonly DialogId[];
  /** Two columns instead of as many as fit. */
  columns?: 2;
  sections: readonly FieldSection[];
}

const groupFields = (group: FieldGroup): FieldName[] =>
  CLIENT_FIELDS.filter((field) => field.group === group).map((field) => field.name);

const startingWith = (prefix: string): FieldName[] =>
  CLIENT_FIELDS.filter((field) => field.name.startsWith(prefix)).map((field) => field.name);

const slots = (count: number, prefix: string, title: string): FieldSection[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `${title} ${index + 1}`,
    fields: startingWith(`${prefix}${index + 1}_`),
    isSlot: true,
  }));

const PLAN_SECTIONS: FieldSection[] = [
  { title: 'Health', fields: ['current_health_plan_name', 'aor', 'health_plan_premium'] },
  ...(['dental', 'vision', 'rx', 'gap'] as const).map((plan) => ({
    title: { dental: 'Dental', vision: 'Vision', rx: 'RX', gap: 'GAP' }[plan],
    fields: [`${plan}_plan_name`, `${plan}_plan_aor`, `${plan}_plan_premium`].filter(isFieldName),
  })),
];

const premiumsOf = (group: FieldGroup): FieldName[] =>
  CLIENT_FIELDS.filter((field) => field.group === group && field.kind === 'money').map((field) => field.name);

const MARKETPLACE_PREMIUMS: FieldSection = { title: 'Premiums', fields: premiumsOf('marketplace') };
const MEDICARE_SECTIONS: FieldSection[] = [
  { fields: ['medicarenumber', 'medicaidnumber', 'part_a_effective', 'part_b_effective', 'link_to_pdf'] },
  { title: 'Premiums', fields: premiumsOf('medicare') },
];
const DEPENDENT_SECTIONS = slots(MAX_DEPENDENTS, 'dep', 'Dependent');
const BENEFICIARY_SLOTS = slots(MAX_BENEFICIARIES, 'ben', 'Beneficiary');
const BENEFICIARY_SECTIONS: FieldSection[] = [...BENEFICIARY_SLOTS, { fields: ['beneficiary'] }];
const CARE_SECTIONS: FieldSection[] = [
  { fields: ['name_of_pcp', 'next_f_u_date'] },
  { title: 'Specialists', fields: startingWith('name_of_spec') },
  { title: 'RX', fields: startingWith('name_of_rx') },
];

const allFields = (group: FieldGroup): FieldSection[] => [{ fields: groupFields(group) }];

/** Titles as named in the specification. A dialog without one is "Edit" plus the card title (decisions D3). */
export const DIALOGS: Record<DialogId, DialogDefinition> = {
  name: {
    title: 'Edit Name & DOB',
    sections: [
      {
        fields: ['client_first_name', 'client_last_name', 'dob', 'status', 'pref_lang', 'next_f_u_date'],
      },
    ],
  },
  personal: { title: 'Edit Personal Info', sections: allFields('personal') },
  contact: { title: 'Edit Contact Info', sections: allFields('contact') },
  spouse: { title: 'Edit Spouse Information', sections: allFields('spouse') },
  dependents: { title: 'Edit Dependents', sections: DEPENDENT_SECTIONS, slotName: 'dependent', columns: 2 },
  beneficiaries: {
    title: 'Edit Beneficiaries',
    sections: BENEFICIARY_SECTIONS,
    slotName: 'beneficiary',
    columns: 2,
  },
  plans: { title: 'Edit Health & Insurance Plans', sections: PLAN_SECTIONS, columns: 3 },
  marketplace: {
    title: 'Edit Health Insurance (Marketplace)',
    sections: [{ fields: ['current_health_plan_name', 'life_plan_name'] }, MARKETPLACE_PREMIUMS],
    columns: 2,
  },
  medicare: { title: 'Edit Medicare Info & Plans', sections: MEDICARE_SECTIONS, columns: 2 },
  employment: { title: 'Edit Employment Info', sections: allFields('employment') },
  bank: { title: 'Edit Bank Information', sections: allFields('bank') },
  card: { title: 'Edit Card Information', sections: allFields('card') },
  notes: { title: 'Edit Notes', sections: allFields('notes') },
  family: { title: 'Edit Family History', sections: allFields('family'), columns: 2 },
  logins: {
    title: 'Edit Logins',
    sections: allFields('logins'),
    disabled: ['Medicare.gov password', 'Email password'],
  },
  care: { title: 'Edit PCP - Specialists - RX', sections: CARE_SECTIONS },
};

const plainCard = (group: DialogId): CardDefinition => ({
  title: GROUP_TITLES[group],
  dialog: group,
  sections: DIALOGS[group].sections,
});

/** The information cards in reading order (0§2 Client detail screen). */
export const INFORMATION_CARDS: readonly CardDefinition[] = [
  plainCard('notes'),
  { ...plainCard('contact'), columns: 2 },
  plainCard('personal'),
  {
    title: GROUP_TITLES.marketplace,
    dialog: 'plans',
    moreDialogs: ['marketplace'],
    sections: [...PLAN_SECTIONS, { title: 'Life', fields: ['life_plan_name'] }, MARKETPLACE_PREMIUMS],
  },
  plainCard('medicare'),
  plainCard('care'),
  plainCard('spouse'),
  plainCard('dependents'),
  plainCard('beneficiaries'),
  plainCard('employment'),
  plainCard('bank'),
  plainCard('card'),
  plainCard('logins'),
  { ...plainCard('family'), columns: 2 },
];
