import type { ClientContact } from '@ledgerline/contract/agents/contact/client-contact';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AgentContact } from './agent-contact.tsx';
import { LanguageProvider } from './texts/language.tsx';

const ANA = {
  agent_name: 'Ana Ruiz',
  phone: '(555) 010-0199',
  is_own_phone: true,
  photo: '/api/agent-photos/1.png',
};

const show = (contact: ClientContact) =>
  render(
    <LanguageProvider>
      <AgentContact contact={contact} />
    </LanguageProvider>,
  );

it.each([
  ['an agent', ANA, ['Your agent', 'Call (555) 010-0199', 'tel:5550100199']],
  [
    'an agent at the number of the brokerage',
    { ...ANA, is_own_phone: false },
    ['Your agent', 'Call : (555) 010-0199', 'tel:5550100199'],
  ],
  [
    'the brokerage',
    { ...ANA, agent_name: null, is_own_phone: false, photo: null },
    ['Questions?', 'Call (555) 010-0199', 'tel:5550100199'],
  ],
  [
    'a number with an extension',
    { ...ANA, phone: '555-010-0199 (12)' },
    ['Your agent', 'Call 555-010-0199 (12)', 'tel:5550100199'],
  ],
  [
    'an international number',
    { ...ANA, phone: '+52 55 1234 5678 x9' },
    ['Your agent', 'Call +52 55 1234 5678 x9', 'tel:+525512345678'],
  ],
])('calls %s with a tap', (_case, contact, expected) => {
  show(contact);
  const link = screen.getByRole('link');
  const heading = screen.getByRole('heading').textContent;
  expect([heading, link.textContent, link.getAttribute('href')]).toEqual(expected);
});

it('shows a photo without a number, and nothing without both', () => {
  const { container, unmount } = show({ ...ANA, phone: '' });
  expect([container.querySelectorAll('img').length, screen.queryByRole('link')]).toEqual([1, null]);
  unmount();
  expect(show(null).container.textContent).toBe('');
});
