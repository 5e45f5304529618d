import type { ErrorBody } from '@ledgerline/contract/errors';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { genericLink, isLinkSupported, linkFailure } from './link-target.ts';

describe('whether a form has a link', () => {
  it.each([
    ['Web Form', 'x', true],
    ['WebForm', 'x', true],
    ['DocuSign', 'x', true],
    ['PDF', 'personal-info', true],
    ['Link', 'iul-application', true],
    ['PDF', 'x', false],
    ['Link', 'x', false],
  ])('type %s with the id %s: %s', (type, form_link_id, isSupported) => {
    expect(isLinkSupported({ type, form_link_id })).toBe(isSupported);
  });
});

describe('a generic link', () => {
  it('has the form’s area and no token', () => {
    const origin = 'https://portal.test';
    expect(genericLink({ type: 'Web Form', form_link_id: 'a-b' }, origin)).toBe(`${origin}/forms/a-b`);
    expect(genericLink({ type: 'DocuSign', form_link_id: 'a-b' }, origin)).toBe(`${origin}/sign/a-b`);
  });
});

describe('messages for a link that could not be created', () => {
  const failed = (status?: number, body?: Partial<ErrorBody>) => new ApiError(new Error(), status, body);

  it('report a form without a source, and one that has no links', () => {
    expect(
      linkFailure(failed(409, { code: 'source_missing', message: 'Form source not configured' })),
    ).toEqual({
      title: 'Form Source Not Configured',
      detail: 'Form source not configured',
    });
    expect(linkFailure(failed(409, { code: 'link_not_supported', message: 'Form not supported' }))).toEqual({
      title: 'Form not supported',
      detail: '',
    });
  });

  it('report that the API is unavailable when there is no response', () => {
    for (const status of [undefined, 500, 503])
      expect(linkFailure(failed(status))).toEqual({
        title: 'Failed to fetch secure token',
        detail: 'Token generation failed - API unavailable',
      });
  });

  it('pass on the server’s message of a rejection', () => {
    const message = 'Temporary tokens cannot be used for final URLs';
    expect(linkFailure(failed(409, { code: 'wrong_state', message })).detail).toBe(message);
  });
});
