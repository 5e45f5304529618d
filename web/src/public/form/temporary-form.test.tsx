import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { emptyFormData } from '@ledgerline/contract/web-forms/answers';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../testing/fake-server.ts';
import { somePublicSettings } from '../../testing/settings.ts';
import { BrandProvider } from '../brand.tsx';
import { LanguageProvider } from '../texts/language.tsx';
import { TemporaryForm } from './temporary-form.tsx';

const STORED = /^Your answers are stored on this device/;
const NOT_STORED = /^We couldn’t save your answers/;
const KEY = 'temporary-form:personal-info';

beforeEach(() => {
  const data = somePublicSettings({ time_zone: 'UTC' });
  new FakeServer().reply(getPublicSettings, { success: true, data }).start();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const progress_session_id = 'TEMP_abcdefgh12345678';
  render(
    <LanguageProvider>
      <BrandProvider>
        <TemporaryForm
          definition={PERSONAL_INFO}
          draft={{ progress_session_id, step: 0, form_data: emptyFormData(PERSONAL_INFO) }}
          isResumed={false}
          onRestart={() => undefined}
        />
      </BrandProvider>
    </LanguageProvider>,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const type = (value: string) => fireEvent.change(screen.getByLabelText('First name'), { target: { value } });
const halfAMinute = () => act(() => vi.advanceTimersByTimeAsync(30_000));

describe('a form without a link', () => {
  it('reports that this browser cannot store answers, retries, and reports when it can', async () => {
    screen.getByText(STORED);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    type('Ana');
    await halfAMinute();
    screen.getByText(NOT_STORED);
    expect(screen.queryByText(STORED)).toBeNull();
    full.mockRestore();
    await halfAMinute();
    screen.getByText(STORED);
    expect(screen.queryByText(NOT_STORED)).toBeNull();
    expect(localStorage.getItem(KEY)).toContain('"Ana"');
  });

  it('stores the input at once when the page is hidden or left', () => {
    type('Ana');
    fireEvent(window, new Event('pagehide'));
    expect(localStorage.getItem(KEY)).toContain('"Ana"');
    type('Bea');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    expect(localStorage.getItem(KEY)).toContain('"Bea"');
  });

  it('promises no automatic saving while offline', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    screen.getByText(/^No internet connection\. .* You can send them when you’re back online\.$/);
    expect(screen.queryByText(/by itself/)).toBeNull();
  });

  it('never stores a Social Security number on the device', () => {
    type('Ana');
    fireEvent.change(screen.getByLabelText('Last name'), { target: { value: 'Marin' } });
    fireEvent.click(screen.getByLabelText('Female'));
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    fireEvent.change(screen.getByLabelText(/^Social Security number/), { target: { value: '219-09-9999' } });
    fireEvent(window, new Event('pagehide'));
    expect(localStorage.getItem(KEY)).toContain('personalInfo');
    expect(localStorage.getItem(KEY)).not.toContain('9999');
  });
});
