import { randomUUID } from 'node:crypto';
import type { FakeDocument, FakeRole, FakeTemplate, ListItem, Tab, Tabs } from './books.ts';

/** A field of a document; fields are listed in document order. */
export interface NewField {
  role: string;
  /** DocuSign's kind without `Tabs`: checkbox, list, text, numerical … */
  kind: string;
  label: string;
  /** Options of lists and radio groups. */
  options?: (string | { text: string; value: string })[];
  required?: boolean;
  /** Name of a group of checkboxes of which at least one must be checked. */
  group?: string;
  documentId?: string;
  /** Additional properties in DocuSign's format. */
  more?: Record<string, string>;
}

export interface NewTemplate {
  name: string;
  /** In signing order; the roles of an inner list sign in parallel. */
  roles: (string | string[])[];
  fields?: NewField[];
  documents?: { name: string; lines?: string[] }[];
  isOwnedByUser?: boolean;
}

const FIELDS_PER_PAGE = 18;
/** Kinds that DocuSign fills in. */
const FILLED_BY_DOCUSIGN = new Set(['fullName', 'firstName', 'lastName', 'emailAddress', 'envelopeId']);

/** Creates a template as in DocuSign's own screens. `stamp` returns the current time. */
export function createTemplate(input: NewTemplate, stamp: () => string): FakeTemplate {
  const created = stamp();
  const documents = buildDocuments(input);
  return {
    templateId: randomUUID(),
    name: input.name,
    created,
    lastModified: created,
    isDeleted: false,
    isOwnedByUser: input.isOwnedByUser ?? true,
    documents,
    roles: buildRoles(input),
  };
}

function buildDocuments({ name, documents, fields = [] }: NewTemplate): FakeDocument[] {
  return (documents ?? [{ name: `${name}.pdf` }]).map((document, position) => ({
    documentId: String(position + 1),
    name: document.name,
    lines: document.lines ?? fields.map(({ kind, label, role }) => `${label} (${kind}, ${role})`),
  }));
}

function buildRoles({ roles, fields = [] }: NewTemplate): FakeRole[] {
  const created: FakeRole[] = [];
  for (const [step, names] of roles.entries()) {
    for (const roleName of [names].flat()) {
      const recipientId = String(created.length + 1);
      created.push({ roleName, recipientId, routingOrder: step + 1, tabs: {} });
    }
  }
  for (const [position, field] of fields.entries()) {
    const role = created.find((each) => each.roleName === field.role);
    if (!role) throw new Error(`the role of the field ${field.label} is not in the template`);
    addField(role, field, position);
  }
  for (const [position, role] of created.entries()) {
    const at = where(role, fields.length + position * 2);
    add(role.tabs, 'signHereTabs', { ...at, tabLabel: 'Signature', name: 'SignHere', tabType: 'signhere' });
    add(role.tabs, 'dateSignedTabs', { ...at, tabLabel: 'Date', name: 'DateSigned', tabType: 'datesigned' });
  }
  return created;
}

function addField(role: FakeRole, field: NewField, position: number): void {
  const { kind, label, options = [], required = false, group, documentId = '1', more = {} } = field;
  const at = { ...where(role, position), documentId };
  const input = FILLED_BY_DOCUSIGN.has(kind) ? {} : { locked: 'false', required: String(required) };
  const tab: Tab = { ...at, ...input, tabLabel: label, tabType: kind };
  if (kind === 'radioGroup') {
    const radios = items(options).map(({ value }) => ({ value, selected: 'false', tabId: randomUUID() }));
    const { documentId: document, recipientId } = at;
    add(role.tabs, 'radioGroupTabs', {
      groupName: label,
      documentId: document,
      recipientId,
      tabType: 'radiogroup',
      radios,
    });
    return;
  }
  if (kind === 'checkbox') Object.assign(tab, { selected: 'false', name: '' });
  else tab.value = '';
  if (kind === 'list') tab.listItems = items(options);
  if (group !== undefined) {
    tab.tabGroupLabels = [group];
    addGroup(role.tabs, group, at);
  }
  add(role.tabs, `${kind}Tabs`, { ...tab, ...more });
}

function addGroup(tabs: Tabs, groupLabel: string, { documentId, recipientId }: Where): void {
  if (tabs.tabGroups?.some((each) => each.groupLabel === groupLabel)) return;
  const rule = { groupRule: 'SelectAtLeast', minimumRequired: '1', maximumAllowed: '12' };
  const scope = { tabScope: 'document', tabType: 'tabgroup', tabId: randomUUID() };
  add(tabs, 'tabGroups', { groupLabel, ...rule, ...scope, documentId, recipientId });
}

function items(options: NonNullable<NewField['options']>): ListItem[] {
  return options.map((option) => {
    const { text, value } = typeof option === 'string' ? { text: option, value: option } : option;
    return { text, value, selected: 'false' };
  });
}

type Where = ReturnType<typeof where>;

function where({ recipientId }: FakeRole, position: number) {
  return {
    tabId: randomUUID(),
    recipientId,
    documentId: '1',
    pageNumber: String(Math.floor(position / FIELDS_PER_PAGE) + 1),
    xPosition: '90',
    yPosition: String(100 + (position % FIELDS_PER_PAGE) * 34),
  };
}

function add(tabs: Tabs, kind: string, tab: Tab): void {
  tabs[kind] = [...(tabs[kind] ?? []), tab];
}
