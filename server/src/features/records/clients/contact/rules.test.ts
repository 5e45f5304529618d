import { expect, it } from 'vitest';
import { clientContact } from './rules.ts';

const ANA = { name: 'Ana Ruiz', phone: null, photo: null };
const PHOTO = '/api/agent-photos/a.png';
const BROKERAGE = { agent_name: null, phone: '555-0100', is_own_phone: false, photo: null };

it.each([
  ['no agent and no number of the brokerage', null, null, null],
  ['no agent', null, '555-0100', BROKERAGE],
  ['an agent who entered nothing', ANA, '555-0100', BROKERAGE],
  ['an agent who entered nothing, without a number of the brokerage', ANA, null, null],
  [
    'an agent with a number',
    { ...ANA, phone: '555-0199' },
    '555-0100',
    { agent_name: 'Ana Ruiz', phone: '555-0199', is_own_phone: true, photo: null },
  ],
  [
    'an agent with a photo only',
    { ...ANA, photo: PHOTO },
    '555-0100',
    { agent_name: 'Ana Ruiz', phone: '555-0100', is_own_phone: false, photo: PHOTO },
  ],
  [
    'a photo and no number at all',
    { ...ANA, photo: PHOTO },
    null,
    { agent_name: 'Ana Ruiz', phone: '', is_own_phone: false, photo: PHOTO },
  ],
])('the contact of a client: %s', (_case, agent, phone, expected) => {
  expect(clientContact(agent, phone)).toEqual(expected);
});
