import { emptyFormData, withAnswer } from '@ledgerline/contract/web-forms/answers';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dropTemporaryDraft,
  newTemporarySessionId,
  storeTemporaryDraft,
  storeVisitor,
  storeVisitorLink,
  temporaryDraft,
  visitorOf,
} from './drafts.ts';

const MINUTE = 60_000;
const EMPTY = emptyFormData(PERSONAL_INFO);
const FIRST = 'personalInfo.firstName';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('a temporary session id', () => {
  it('is TEMP_ and 16 random letters and digits', () => {
    const ids = Array.from({ length: 50 }, newTemporarySessionId);
    for (const id of ids) expect(id).toMatch(/^TEMP_[A-Za-z0-9]{16}$/);
    expect(new Set(ids).size).toBe(50);
  });
});

describe('a form without a link', () => {
  const draft = {
    progress_session_id: 'TEMP_abcdefgh12345678',
    step: 2,
    form_data: withAnswer(EMPTY, FIRST, 'Ana'),
  };

  it('is restored within 30 minutes, with its id and step', () => {
    storeTemporaryDraft(PERSONAL_INFO, draft);
    vi.advanceTimersByTime(29 * MINUTE);
    expect(temporaryDraft(PERSONAL_INFO)).toEqual(draft);
  });

  it('starts at the first step with every answer when the steps of the form have changed', () => {
    storeTemporaryDraft({ ...PERSONAL_INFO, steps: PERSONAL_INFO.steps.slice(0, 6) }, draft);
    expect(temporaryDraft(PERSONAL_INFO)).toEqual({ ...draft, step: 0 });
  });

  it('is removed once it is older', () => {
    storeTemporaryDraft(PERSONAL_INFO, draft);
    vi.advanceTimersByTime(30 * MINUTE);
    expect(temporaryDraft(PERSONAL_INFO)).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('stores no Social Security or account number in the browser', () => {
    const secret = withAnswer(
      withAnswer(EMPTY, 'personalInfo.ssn', '123-45-6789'),
      'banking.accountNumber',
      '0012345678',
    );
    storeTemporaryDraft(PERSONAL_INFO, { ...draft, form_data: secret });
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/6789|5678"/);
  });

  it('starts over when the stored data is invalid', () => {
    for (const damaged of ['{', '[]', '{"form_data":{"nope":{}},"progress_session_id":"x","active_at":1}']) {
      localStorage.setItem('temporary-form:personal-info', damaged);
      expect(temporaryDraft(PERSONAL_INFO)).toBeNull();
    }
  });

  it('is removed when it is dropped', () => {
    storeTemporaryDraft(PERSONAL_INFO, draft);
    dropTemporaryDraft('personal-info');
    expect(temporaryDraft(PERSONAL_INFO)).toBeNull();
  });
});

describe('the id under which a visitor signs', () => {
  const ana = { first_name: 'Ana', last_name: 'Diaz', email: 'ana@example.com' };
  const idOf = (formLinkId: string, person = ana) => storeVisitor(formLinkId, person).progress_session_id;

  it('is the same for the same person and document, and different for anyone else', () => {
    const mine = idOf('agreement');
    expect(mine).toMatch(/^TEMP_[A-Za-z0-9]{16}$/);
    expect(idOf('agreement')).toBe(mine);
    expect(idOf('other')).not.toBe(mine);
    expect(idOf('agreement', { ...ana, email: 'jose@example.com' })).not.toBe(mine);
  });

  it.each([{ first_name: 'Jose' }, { last_name: 'Silva' }])('is not shared with a mailbox: %o', (other) => {
    const mine = idOf('agreement');
    expect(idOf('agreement', { ...ana, ...other })).not.toBe(mine);
  });

  it('is found by its own link, and by no other', () => {
    const visitor = storeVisitor('agreement', ana);
    expect(visitorOf('agreement', 'a.b.c')).toBeNull();
    storeVisitorLink('agreement', visitor, 'https://portal.example/sign/agreement/a.b.c');
    expect(visitorOf('agreement', 'a.b.c')).toEqual(visitor);
    expect(visitorOf('agreement', 'x.y.z')).toBeNull();
    expect(visitorOf('other', 'a.b.c')).toBeNull();
    expect(idOf('agreement')).toBe(visitor.progress_session_id);
  });
});
