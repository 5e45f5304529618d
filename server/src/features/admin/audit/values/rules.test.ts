import { expect, test } from 'vitest';
import { describeValue, fieldLabel, referencedBy } from './rules.ts';

const context = {
  timeZone: 'America/New_York',
  nameOf: (entity: string, id: number) => (entity === 'agent' && id === 6 ? 'Dana Cole' : ''),
};

test.each([
  [null, null, 'nothing'],
  ['', null, 'nothing'],
  [[], 'tags', 'nothing'],
  [0, null, '0'],
  [true, 'is_owner', 'yes'],
  [false, 'is_owner', 'no'],
  [1250, 'total_cents', '$12.50'],
  [26750, 'final_form_total', '$267.50'],
  [15000, 'base_cost', '$150.00'],
  [12, 'total', '12'],
  ['1234.5', 'health_plan_premium', '$1,234.50'],
  ['1234.5', 'address', '1234.5'],
  ['1984-03-09', 'dob', 'Mar 9, 1984'],
  ['2026-11-25T03:36:50.305Z', 'sent_at', 'Nov 24, 2026, 10:36 PM'],
  ['2026-13-25T03:36:50Z', 'sent_at', '2026-13-25T03:36:50Z'],
  [6, 'owner_agent_id', 'Dana Cole'],
  [7, 'owner_agent_id', 'agent 7'],
  [8, 'customer_id', 'client 8'],
  [{ days: 3, is_paused: true }, null, 'days 3, paused yes'],
  [['a', 'b'], null, 'a, b'],
  ['<p>Called <b>Ana</b></p>', null, 'Called Ana'],
  ['x'.repeat(80), null, 'x'.repeat(80)],
  ['x'.repeat(81), null, `${'x'.repeat(79)}…`],
])('%j of %s is described as %s', (value, field, text) => {
  expect(describeValue(value, field, context)).toBe(text);
});

test.each([
  ['owner_agent_id', 'agent'],
  ['customer_id', 'client'],
  ['session_form_id', 'session_form'],
  ['form_link_id', null],
  ['agent_ids', null],
  [null, null],
])('%s refers to %s', (field, entity) => {
  expect(referencedBy(field)).toBe(entity);
});

test.each([
  ['primary_phone', 'Primary phone'],
  ['asks_reveal_reason', 'asks reveal reason'],
  ['total_cents', 'total'],
  ['is_paused', 'paused'],
  ['payment_received_at', 'payment date'],
  ['can_invite', 'permission to invite agents'],
  [null, null],
])('the label of %s is %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});
