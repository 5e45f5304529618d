import type { SessionPage, SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { describe, expect, it } from 'vitest';
import { isAllDone, nextStepOf } from './next-step.ts';
import { someForm, someSessionPage } from './testing/session-page.ts';

type Action = SessionPageForm['action'];

function stepOf(actions: Action[], changes: Partial<SessionPage> = {}) {
  const page = someSessionPage({ forms: actions.map((action, at) => someForm(at + 1, action)), ...changes });
  const step = nextStepOf(page);
  return [step.kind === 'form' ? `form ${step.form.id}` : step.kind, isAllDone(page)];
}

const DUE = { amount_due_cents: 261_669 };
const PAYABLE = { ...DUE, pay_url: 'https://portal.test/pay/secret' };

describe('the next step', () => {
  it.each<[Action[], Partial<SessionPage>, string, boolean]>([
    [['done', 'fill', 'sign'], PAYABLE, 'form 2', false],
    [['done', 'wait', 'sign'], {}, 'form 3', false],
    [['done', 'upload'], PAYABLE, 'form 2', false],
    [['done', 'voided', 'done'], PAYABLE, 'pay', false],
    [['done', 'wait'], PAYABLE, 'pay', false],
    [['done', 'view'], PAYABLE, 'pay', false],
    // The agent explains how to pay, or a bank transfer is in progress.
    [['done'], DUE, 'none', false],
    [['done'], { ...DUE, is_payment_processing: true }, 'none', false],
    [['done', 'wait'], {}, 'none', false],
    [['done', 'view'], {}, 'none', false],
    [['done', 'follow'], {}, 'none', false],
    [['done', 'voided'], {}, 'none', true],
  ])('of %j with %j is %s (all done: %s)', (actions, changes, expected, isDone) => {
    expect(stepOf(actions, changes)).toEqual([expected, isDone]);
  });
});
