import { describe, expect, it } from 'vitest';
import {
  accountFrom,
  cleanCosts,
  cleanTabs,
  freeLinkId,
  linkIdStart,
  requestedWebForm,
  templateTypeOf,
} from './rules.ts';

describe('the type of a template', () => {
  it.each([
    ['WebForm', 'Web Form'],
    ['Web Form', 'Web Form'],
    [' web form', 'Web Form'],
    ['DOCUSIGN', 'DocuSign'],
    ['pdf', 'PDF'],
    ['Link', 'Link'],
    ['Fax', null],
    ['', null],
  ])('%j is stored as %j', (text, type) => expect(templateTypeOf(text)).toBe(type));
});

describe('the requested web form', () => {
  it.each([
    ['personal-info', [], 'personal-info'],
    ['', ['Personal Information', ''], 'personal-info'],
    ['', ['', 'iul-application'], 'iul-application'],
    ['', ['', ''], undefined],
    ['other', ['Personal Information'], undefined],
  ])('%j with the names %j is %j', (linkId, names, id) => {
    expect(requestedWebForm(linkId, names)?.id).toBe(id);
  });
});

describe('a link id created from a name', () => {
  it.each([
    ['Advisory Agreement', [], 'advisory-agreement'],
    ['Advisory Agreement', ['advisory-agreement'], 'advisory-agreement-2'],
    ['Plan', ['plan', 'plan-2', 'planet'], 'plan-3'],
    ['保険', ['form'], 'form-2'],
  ])('%j beside %j is %j', (name, taken, id) => expect(freeLinkId(name, taken)).toBe(id));

  it('stays short and does not end with a hyphen', () => {
    expect(linkIdStart(`${'x'.repeat(99)} ${'y'.repeat(99)}`)).toBe('x'.repeat(99));
  });
});

describe('the account of a template', () => {
  it.each([
    [{ square_account: 'BFA', merchant: 'BFS' } as const, 'BFA'],
    [{ merchant: ' bfa ' }, 'BFA'],
    [{ merchant: 'someone' }, undefined],
    [{}, undefined],
  ])('%j is %j', (input, account) => expect(accountFrom(input)).toBe(account));
});

describe('option prices and options', () => {
  it('have trimmed labels, no blank ones, and prices in whole cents', () => {
    expect(
      cleanCosts({
        checkboxTabs: { ' Review ': 10.005, ' ': 5 },
        listTabs: { ' Plan': { ' Gold ': 19.99, '': 3 } },
        listTabDeps: { 'Plan ': ' Review ', Other: ' ' },
      }),
    ).toEqual({
      checkboxTabs: { Review: 10.01 },
      listTabs: { Plan: { Gold: 19.99 } },
      listTabDeps: { Plan: 'Review' },
    });
  });

  it('are stored once each, with the items of lists with the same name combined', () => {
    expect(
      cleanTabs({
        checkboxTabs: [{ tabLabel: ' A ' }, { tabLabel: 'A' }, { tabLabel: '' }],
        listTabs: [
          { tabLabel: 'Plan', listItems: ['Gold', '', ' Gold '] },
          { tabLabel: 'Plan ', listItems: ['Silver'] },
        ],
      }),
    ).toEqual({
      checkboxTabs: [{ tabLabel: 'A' }],
      listTabs: [{ tabLabel: 'Plan', listItems: ['Gold', 'Silver'] }],
    });
  });
});
