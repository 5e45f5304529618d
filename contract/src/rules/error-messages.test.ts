import { describe, expect, it } from 'vitest';
import {
  agentSaveErrorMessage,
  duplicateFormMessage,
  formattedError,
  linkFormErrorMessage,
  linkFormInputError,
  loginErrorMessage,
  recurringActionErrorMessage,
  recurringFetchErrorMessage,
  templatesSyncedMessage,
} from './error-messages.ts';
import { isRetried, retryDelayMs } from './http.ts';
import { cpuBarPercent, memoryBarColour, overallHealth } from './status-page.ts';

describe('error messages', () => {
  it.each([
    [400, 'Invalid request. Please check the form data and try again.'],
    [403, 'Access denied. You do not have permission to perform this action.'],
    [404, 'Form or client not found. Please refresh and try again.'],
    [500, 'Failed to link form to client. Please try again.'],
    [null, 'Failed to link form to client. Please try again.'],
  ])('message when linking a form returns %s', (status, message) => {
    expect(linkFormErrorMessage({ status })).toBe(message);
  });

  it('names what is missing before linking', () => {
    expect(linkFormInputError({ form_id: null, client_id: 1 })).toBe(
      'Form data is incomplete. Please refresh and try again.',
    );
    expect(linkFormInputError({ form_id: 1, client_id: '' })).toBe('Client ID is missing. Please try again.');
    expect(linkFormInputError({ form_id: 1, client_id: 2 })).toBeNull();
  });

  it.each([
    [{ status: 400, server_message: 'Taken' }, 'Taken'],
    [{ status: 400, server_message: '' }, 'Invalid data provided. Please check your input.'],
    [{ status: 500 }, 'Server error. Please try again later.'],
    [{ status: 503 }, 'Failed to save changes. Please try again.'],
    [{ status: undefined }, 'Failed to save changes. Please try again.'],
  ])('message when saving an agent returns %j', (answer, message) => {
    expect(agentSaveErrorMessage(answer)).toBe(message);
  });

  it('prefers the server, then the library, then a fixed text', () => {
    const library_message = 'timeout';
    expect(formattedError({ server_message: 'No', library_message, status: 409, code: 'x' })).toMatchObject({
      message: 'No',
      status: 409,
      code: 'x',
    });
    expect(formattedError({ server_message: '', library_message }).message).toBe('timeout');
    expect(formattedError({}).message).toBe('An unexpected error occurred');
    expect(loginErrorMessage({ server_message: 'No' })).toBe('No');
    expect(loginErrorMessage({})).toBe('Login failed.');
    expect(loginErrorMessage({ thrown: true })).toBe('Invalid username or password');
  });

  it('fills in counts, server messages and status texts', () => {
    expect(duplicateFormMessage({ server_message: 'In use' })).toBe('Cannot create duplicate form: In use');
    expect(templatesSyncedMessage({ count: 2, newPreviewDocuments: 1 })).toBe(
      'Successfully synced 2 template(s), 1 with preview documents',
    );
    expect(recurringActionErrorMessage({ action: 'pause', status: 500, status_text: 'Oops' })).toBe(
      'Failed to pause recurring payment: Oops',
    );
    expect(recurringActionErrorMessage({ action: 'pause', status: 409, server_message: 'No' })).toBe('No');
    expect(recurringFetchErrorMessage({ upcoming: true, status: 500, status_text: '' })).toBe(
      'Failed to fetch upcoming recurring payments: 500',
    );
    expect(recurringFetchErrorMessage({ upcoming: false, status: 500, status_text: 'Oops' })).toBe(
      'Failed to fetch recurring payments: Oops',
    );
  });
});

describe('retries', () => {
  it('retries what may be temporary, and nothing else', () => {
    const retried = (result: number | 'network' | 'timeout') => isRetried({ result });
    expect((['network', 'timeout', 429, 500, 503, 599] as const).every(retried)).toBe(true);
    expect([200, 304, 400, 401, 403, 404, 409, 600, 0].some(retried)).toBe(false);
  });

  it('waits 1, 2 and 4 seconds', () => {
    expect([1, 2, 3].map((retry) => retryDelayMs({ retry }))).toEqual([1000, 2000, 4000]);
  });
});

describe('status page', () => {
  it.each([
    ['85.1%', 'red'],
    ['85%', 'yellow'],
    ['70.5 %', 'yellow'],
    ['70%', 'green'],
    ['0%', 'green'],
    ['', 'green'],
    [null, 'green'],
    ['100%', 'red'],
  ])('memory %s is %s', (text, color) => {
    expect(memoryBarColour(text)).toBe(color);
  });

  it.each([
    [[2, 9], 4, 50],
    [[8], 4, 100],
    [2, 4, 50],
    [[], 4, 0],
    [[2], 0, 0],
    [[0], 4, 0],
  ])('load %j on %i cores fills %i percent', (load, cores, percent) => {
    expect(cpuBarPercent({ load, cores })).toBe(percent);
  });

  it('derives the overall health from memory', () => {
    const of = (use: { load_percent?: number; disk_percent?: number }, memory_percent = 10) =>
      overallHealth({ memory_percent, ...use });
    expect([of({ load_percent: 100 }), of({ load_percent: 101 }), of({ load_percent: 101 }, 96)]).toEqual([
      'healthy',
      'warning',
      'critical',
    ]);
    expect([of({ disk_percent: 94.9 }), of({ disk_percent: 95 })]).toEqual(['healthy', 'critical']);
    const health = [96, 95, 86, 85, 71, 70].map((memory_percent) => overallHealth({ memory_percent }));
    expect(health).toEqual(['critical', 'degraded', 'degraded', 'warning', 'warning', 'healthy']);
  });
});
