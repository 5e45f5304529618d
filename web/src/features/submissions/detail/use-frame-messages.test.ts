import { describe, expect, it } from 'vitest';
import { readFrameMessage } from './use-frame-messages.ts';

describe('a window message', () => {
  it('is accepted in its exact shape', () => {
    expect(readFrameMessage({ type: 'formEditComplete', sessionFormId: '3' })).toEqual({
      type: 'formEditComplete',
      sessionFormId: 3,
    });
    const sessionPath = '/crm/clients/7/sessions/4';
    const message = { type: 'signingComplete', sessionPath, event: 'decline' };
    expect(readFrameMessage(message)).toEqual(message);
    expect(readFrameMessage({ type: 'signingComplete', sessionPath })).toEqual({ ...message, event: null });
  });

  it.each([
    [null],
    ['formEditComplete'],
    [{ type: 'formEditComplete' }],
    [{ type: 'formEditComplete', sessionFormId: -1 }],
    [{ type: 'signingComplete', sessionPath: 'https://evil.test' }],
    [{ type: 'signingComplete', sessionPath: '//evil.test/crm' }],
    [{ type: 'signingComplete', sessionPath: '/crmevil' }],
    [{ type: 'other' }],
  ])('ignores %j', (data) => {
    expect(readFrameMessage(data)).toBeNull();
  });
});
