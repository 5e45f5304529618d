import type { FakeEnvelope, FakeRecipient, Tab } from './books.ts';
import type { Entered } from './envelope-life.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f4f2ec;color:#222}
header{background:#5b2a86;color:#fff;padding:.6rem 1rem}main{max-width:40rem;margin:1rem auto;padding:1rem;background:#fff}
label{display:block;margin:.6rem 0}button{font:inherit;padding:.5rem 1rem;margin:.5rem .5rem 0 0}
input[type=text],select{font:inherit;display:block;width:100%;box-sizing:border-box;padding:.3rem}`;

/** The signing page of the fake: all fields of the signer, and buttons to sign, decline or finish later. */
export function signingPage(action: string, envelope: FakeEnvelope, recipient: FakeRecipient): string {
  const { tabs, name, roleName, status } = recipient;
  const documents = envelope.documents.map((document) => `<li>${escapeHtml(document.name)}</li>`).join('');
  const isDone = status === 'completed';
  const fields = [
    ...once(tabs.textTabs).map(textField),
    ...once(tabs.checkboxTabs).map(checkbox),
    ...once(tabs.listTabs).map((tab) => select(tab, tab.tabLabel, tab.listItems ?? [])),
    ...once(tabs.radioGroupTabs).map((tab) => select(tab, tab.groupName, tab.radios ?? [])),
  ].join('');
  const buttons = isDone
    ? '<p>You have signed.</p><button name="action" value="view">Close</button>'
    : `<button name="action" value="sign">Sign</button>
<button name="action" value="decline" formnovalidate>Decline</button>
<label>Reason for declining <input type="text" name="reason" maxlength="200"></label>`;
  return frame(`<h1>${escapeHtml(envelope.emailSubject)}</h1><ul>${documents}</ul>
<p>${escapeHtml(name)} signs as <b>${escapeHtml(roleName)}</b>.</p>
<form method="post" action="${action}">${isDone ? '' : fields}${buttons}
<button name="action" value="cancel" formnovalidate>Finish Later</button></form>`);
}

export function messagePage(message: string): string {
  return frame(`<p>${escapeHtml(message)}</p>`);
}

/** The submitted form values for the fields of this signer. */
export function enteredIn({ tabs }: FakeRecipient, form: Record<string, unknown>): Entered {
  const entered = { checkboxes: {}, lists: {}, texts: {} } satisfies Entered;
  const sent = (prefix: string, label: string | undefined) => form[`${prefix}:${label}`];
  for (const { tabLabel } of once(tabs.checkboxTabs)) {
    Object.assign(entered.checkboxes, { [tabLabel ?? '']: sent('check', tabLabel) !== undefined });
  }
  for (const { tabLabel, groupName } of [...once(tabs.listTabs), ...once(tabs.radioGroupTabs)]) {
    const label = tabLabel ?? groupName ?? '';
    const value = sent('list', label);
    if (typeof value === 'string' && value !== '') Object.assign(entered.lists, { [label]: value });
  }
  for (const { tabLabel } of once(tabs.textTabs)) {
    Object.assign(entered.texts, { [tabLabel ?? '']: String(sent('text', tabLabel) ?? '') });
  }
  return entered;
}

/** One tab per label: tabs with the same label share their value. */
function once(tabs: Tab[] | undefined): Tab[] {
  const byLabel = new Map((tabs ?? []).map((tab) => [tab.tabLabel ?? tab.groupName, tab]));
  return [...byLabel.values()];
}

function textField({ tabLabel = '', value = '' }: Tab): string {
  return `<label>${escapeHtml(tabLabel)} <input type="text" name="text:${escapeHtml(tabLabel)}" value="${escapeHtml(value)}"></label>`;
}

function checkbox({ tabLabel = '', selected, required }: Tab): string {
  const state = `${selected === 'true' ? ' checked' : ''}${required === 'true' ? ' required' : ''}`;
  return `<label><input type="checkbox" name="check:${escapeHtml(tabLabel)}"${state}> ${escapeHtml(tabLabel)}</label>`;
}

function select(
  { required }: Tab,
  label = '',
  items: { text?: string; value: string; selected: string }[],
): string {
  const options = items.map(({ text, value, selected }) => {
    const state = selected === 'true' ? ' selected' : '';
    return `<option value="${escapeHtml(value)}"${state}>${escapeHtml(text ?? value)}</option>`;
  });
  const state = required === 'true' ? ' required' : '';
  return `<label>${escapeHtml(label)} <select name="list:${escapeHtml(label)}"${state}><option value=""></option>${options.join('')}</select></label>`;
}

function frame(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fake DocuSign</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body><header>Fake DocuSign: signatures on this page have no legal effect</header><main>${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
