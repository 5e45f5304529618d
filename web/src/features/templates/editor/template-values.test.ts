import { clientNameFields } from '@ledgerline/contract/submissions/form-names';
import { describe, expect, it } from 'vitest';
import { newFormErrors, newFormValues, newTemplate, withTitleAsNames } from '../adding/new-form-values.ts';
import { unregisteredWebForms } from '../adding/web-form-select.tsx';
import { pdfFilesError } from '../previews/pdf-files.ts';
import { aSigningTemplate } from '../testing/templates.ts';
import {
  costCents,
  isLinkIdTaken,
  isWebAddress,
  templateChanges,
  templateErrors,
  templateValues,
} from './template-values.ts';

describe('the base cost', () => {
  it.each([
    ['', 0],
    ['0', 0],
    ['999999.99', 99_999_999],
    ['12.5', 1250],
    ['1000000', null],
    ['-1', null],
    ['1.005', null],
    ['1e3', null],
  ])('%j is %j cents', (typed, cents) => {
    expect(costCents(typed)).toBe(cents);
  });
});

describe('a form link id', () => {
  const others = [
    { id: 1, form_link_id: 'life-plan' },
    { id: 2, form_link_id: '' },
  ];
  it.each([
    ['Life Plan', undefined, true],
    ['Life Plan', 1, false],
    ['', undefined, false],
    ['---', undefined, false],
    ['life-plans', undefined, false],
  ])('%j of form %j is a duplicate: %j', (typed, ownId, taken) => {
    expect(isLinkIdTaken(typed, others, ownId)).toBe(taken);
  });
});

describe('the values of the editor', () => {
  it('are sent as stored when nothing was changed', () => {
    const template = aSigningTemplate({
      base_cost: 19.9,
      payment_frequency: 'monthly',
      square_account: 'BFA',
    });
    expect(templateChanges(templateValues(template), template)).toEqual({
      form_name_agent: template.form_name_agent,
      form_name_client: template.form_name_client,
      ...clientNameFields(() => ''),
      form_link_id: 'advisory-agreement',
      folder_id: null,
      notes: '',
      base_cost: 19.9,
      include_sales_tax: true,
      payment_frequency: 'monthly',
      merchant: 'BFA',
      square_account: 'BFA',
      reminders_mode: 'default',
      itemized_costs: null,
    });
  });

  it('require names, a link id except for PDFs, and amounts within the range', () => {
    const values = {
      ...templateValues(aSigningTemplate()),
      form_name_agent: '  ',
      form_name_client: '',
      form_link_id: '--',
      base_cost: '1000000',
      options: { checkboxes: [{ label: 'A', price: '1000000' }], lists: [] },
    };
    expect(Object.keys(templateErrors(values, 'DocuSign'))).toEqual([
      'form_name_agent',
      'form_name_client',
      'form_link_id',
      'base_cost',
      'options',
    ]);
    expect(templateErrors(values, 'PDF').form_link_id).toBeUndefined();
    expect(templateErrors(values, 'Link').external_url).toBeDefined();
  });

  it.each([
    ['https://example.com/a', true],
    ['http://example.com', true],
    ['https://', false],
    ['javascript:alert(1)', false],
    ['example.com', false],
  ])('%j is a web address: %j', (text, isAddress) => {
    expect(isWebAddress(text)).toBe(isAddress);
  });
});

describe('a new form', () => {
  const [webForm] = unregisteredWebForms([]);

  it('uses the title of its web form for empty names', () => {
    const values = withTitleAsNames({ ...newFormValues('Web Form'), webForm: webForm ?? null, folder_id: 3 });
    expect(newFormErrors(values)).toEqual({});
    expect(newTemplate(values)).toEqual({
      type: 'Web Form',
      form_name_agent: webForm?.title,
      form_name_client: webForm?.title,
      ...clientNameFields(() => ''),
      form_link_id: webForm?.id,
      folder_id: 3,
      square_account: 'BFS',
    });
  });

  it.each([
    ['Web Form', ['form_name_agent', 'form_name_client', 'webForm']],
    ['PDF', ['form_name_agent', 'form_name_client']],
    ['Link', ['form_name_agent', 'form_name_client', 'external_url', 'form_link_id']],
  ] as const)('of type %s lacks %j at first', (type, lacking) => {
    expect(Object.keys(newFormErrors(newFormValues(type)))).toEqual([...lacking]);
  });

  it('of type Link derives its id from its name until one is typed', () => {
    const values = {
      ...newFormValues('Link'),
      form_name_agent: 'Rate Quote!',
      external_url: 'https://example.com',
    };
    expect(newTemplate(values).form_link_id).toBe('rate-quote');
    expect(newTemplate({ ...values, form_link_id: 'My Link' }).form_link_id).toBe('my-link');
  });

  it('hides registered web forms, ignoring case', () => {
    const registered = aSigningTemplate({ type: 'WebForm', form_link_id: 'Personal-Info' });
    expect(unregisteredWebForms([registered]).map(({ id }) => id)).toEqual(['iul-application']);
  });
});

describe('files selected as PDFs', () => {
  const MEGABYTE = 1024 * 1024;
  const pdf = (name: string, bytes: number) =>
    new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
  it.each([
    [[], 'Please choose at least one PDF.'],
    [[pdf('a.pdf', 4), pdf('b.pdf', MEGABYTE)], null],
    [
      [pdf('a.pdf', 4), new File(['x'], 'b.png', { type: 'image/png' })],
      '“b.png” is not a PDF. Only PDF files can be uploaded.',
    ],
    [[pdf('c.pdf', 0)], '“c.pdf” is empty.'],
    [[pdf('d.pdf', MEGABYTE + 1)], '“d.pdf” is larger than 1 MB.'],
  ])('%# are validated before they are sent', (files, problem) => {
    expect(pdfFilesError(files, MEGABYTE)).toBe(problem);
  });
});
