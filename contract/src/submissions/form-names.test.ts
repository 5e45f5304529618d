import { describe, expect, it } from 'vitest';
import { inEveryLanguage } from '../languages.ts';
import { agentNameOf, clientTitlesOf, differingClientName, formNameText } from './form-names.ts';

const FORM = {
  title: 'Your agreement',
  form_name_agent: 'Advisory Agreement',
  form_name_client: 'Your agreement',
  form_name_client_es: 'Su contrato',
  form_name_client_pt: '',
};

describe('the names of a form', () => {
  it('are those of the template for clients, in English where a language has none', () => {
    expect(clientTitlesOf(FORM)).toEqual({ ...inEveryLanguage(() => 'Your agreement'), es: 'Su contrato' });
  });

  it('are the title alone once an agent has changed it', () => {
    const title = 'Agreement of 2026';
    expect(clientTitlesOf({ ...FORM, title })).toEqual(inEveryLanguage(() => title));
  });

  it('are the title in every language for a form without a template', () => {
    expect(clientTitlesOf({ title: 'Letter' })).toEqual(inEveryLanguage(() => 'Letter'));
  });

  it("are the agents' name followed by the clients' name where they differ", () => {
    expect([agentNameOf(FORM), differingClientName(FORM)]).toEqual(['Advisory Agreement', 'Your agreement']);
    expect(formNameText(FORM)).toBe('Advisory Agreement · Your agreement');
    const same = { ...FORM, title: 'Advisory Agreement' };
    expect([agentNameOf(same), differingClientName(same)]).toEqual(['Advisory Agreement', null]);
    expect([agentNameOf({ title: 'Letter' }), differingClientName({ title: 'Letter' })]).toEqual([
      'Letter',
      null,
    ]);
  });
});
