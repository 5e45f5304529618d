import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import { withAnswer } from '@ledgerline/contract/web-forms/answers';
import { IUL_APPLICATION } from '@ledgerline/contract/web-forms/iul-application/iul-application';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/iul-application-answers';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../testing/fake-server.ts';
import { somePublicSettings } from '../../testing/settings.ts';
import { BrandProvider } from '../brand.tsx';
import { LanguageProvider } from '../texts/language.tsx';
import { FillForm } from './fill-form.tsx';

const stepNamed = (key: string) => IUL_APPLICATION.steps.findIndex((step) => step.key === key);
const REVIEW = IUL_APPLICATION.steps.length;

const onSubmit = vi.fn<(answers: FormAnswers) => Promise<string>>();

function open(step: number, answers: FormAnswers = sampleAnswers()) {
  render(
    <LanguageProvider>
      <BrandProvider>
        <FillForm
          definition={IUL_APPLICATION}
          start={{ answers, step }}
          allowMasks={false}
          isResumed={false}
          onChange={() => undefined}
          onStep={() => undefined}
          onSubmit={onSubmit}
          onLost={() => undefined}
          status={null}
          banner={null}
        />
      </BrandProvider>
    </LanguageProvider>,
  );
}

beforeEach(() => {
  onSubmit.mockReset();
  const data = somePublicSettings({ time_zone: 'UTC' });
  new FakeServer().reply(getPublicSettings, { success: true, data }).start();
});

describe('the application', () => {
  it('continues only when every statement is accepted', async () => {
    open(stepNamed('declarations'), withAnswer(sampleAnswers(), 'declarations.isTrue', ''));
    const statement = screen.getByRole('checkbox', { name: /^My answers are true/ });
    await userEvent.click(screen.getByRole('button', { name: 'Check my answers' }));
    expect(screen.getAllByText(/Please agree to this to continue/)).toHaveLength(2);
    expect(document.activeElement).toBe(statement);
    await userEvent.click(statement);
    await userEvent.click(screen.getByRole('button', { name: 'Check my answers' }));
    await screen.findByRole('heading', { name: 'Check your answers' });
  });

  it('asks the questions for the selected type of owner', async () => {
    open(stepNamed('ownership'));
    expect(screen.queryByLabelText('Owner: full name')).toBeNull();
    const owner = screen.getByRole('group', { name: /^Will you be the owner/ });
    await userEvent.click(within(owner).getByLabelText('No'));
    screen.getByLabelText('Owner: full name');
    expect(screen.queryByLabelText('Owner: date of birth')).toBeNull();
    await userEvent.click(screen.getByLabelText('A person'));
    screen.getByLabelText('Owner: date of birth');
    await userEvent.click(screen.getByLabelText('A trust'));
    expect(screen.queryByLabelText('Owner: date of birth')).toBeNull();
  });

  it('totals contingent shares only once there are any', async () => {
    open(
      stepNamed('contingentBeneficiaries'),
      withAnswer(sampleAnswers(), 'ownership.contingentBeneficiaries', []),
    );
    expect(screen.queryByText(/^Total:/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add a contingent beneficiary' }));
    screen.getByText('Total: 0%. Remaining: 100%');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const alert = screen.getByRole('alert');
    expect(within(alert).getAllByRole('listitem')).toHaveLength(3);
  });

  it('expands the group of a list that contains an error', async () => {
    const person = (name: string) => ({ name, relationship: 'Child', percentage: '50' });
    const people = [person('Luis Marín'), person('')];
    open(stepNamed('beneficiaries'), withAnswer(sampleAnswers(), 'ownership.beneficiaries', people));
    const second = screen.getByText('Beneficiary 2').closest('details');
    expect(second?.open).toBe(false);
    expect(second?.querySelector('summary')?.textContent).toBe('Beneficiary 2Child, 50 %');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(second?.open).toBe(true);
    expect(second?.contains(document.activeElement)).toBe(true);
  });

  it('asks for the bank only when the premiums are paid by bank draft', async () => {
    open(stepNamed('banking'));
    screen.getByLabelText('Account number');
    await userEvent.click(screen.getByLabelText('By a bill sent by mail'));
    expect(screen.queryByLabelText('Account number')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('sets autocomplete and input modes, and disables autocomplete for secrets', () => {
    const expected = [
      ['personalInfo', 'First name', 'given-name', 'text'],
      ['birth', 'Date of birth', 'bday', 'numeric'],
      ['birth', 'Social Security number', 'off', 'numeric'],
      ['bodyAndWork', 'Weight in pounds', 'off', 'numeric'],
    ] as const;
    for (const [step, label, autocomplete, inputMode] of expected) {
      cleanup();
      open(stepNamed(step));
      const input = screen.getByLabelText(label);
      expect([input.getAttribute('autocomplete'), input.getAttribute('inputmode')], label).toEqual([
        autocomplete,
        inputMode,
      ]);
    }
  });

  it('keeps the spaces between the words of a name while it is typed', async () => {
    open(stepNamed('personalInfo'), withAnswer(sampleAnswers(), 'personalInfo.firstName', ''));
    const input = screen.getByLabelText<HTMLInputElement>('First name');
    await userEvent.type(input, 'Ana María');
    expect(input.value).toBe('Ana María');
    cleanup();
    open(stepNamed('beneficiaries'));
    const [name] = screen.getAllByLabelText<HTMLInputElement>('Full name');
    if (!name) throw new Error('The list has no group.');
    await userEvent.clear(name);
    await userEvent.type(name, 'Luis Marín');
    expect(name.value).toBe('Luis Marín');
  });

  it('parses a long date that is pasted or typed, and shows the result', async () => {
    open(stepNamed('birth'), withAnswer(sampleAnswers(), 'personalInfo.dateOfBirth', ''));
    const input = screen.getByLabelText<HTMLInputElement>('Date of birth');
    await userEvent.click(input);
    await userEvent.paste('2 de diciembre de 1980');
    expect(input.value).toBe('12/02/1980');
    await userEvent.clear(input);
    await userEvent.type(input, 'December 3, 1980');
    expect(input.value).toBe('December 3, 1980');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', {
      name: IUL_APPLICATION.steps[stepNamed('birth') + 1]?.title.en ?? '',
    });
  });

  it('keeps an invalid date as typed, with an error', async () => {
    open(stepNamed('birth'), withAnswer(sampleAnswers(), 'personalInfo.dateOfBirth', ''));
    const input = screen.getByLabelText<HTMLInputElement>('Date of birth');
    await userEvent.type(input, 'the second of December 1980');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(input.value).toBe('the second of December 1980');
    expect(screen.getAllByText(/Please enter a date as month\/day\/year/).length).toBeGreaterThan(0);
  });

  it('shows a saved long date and state name in their stored format', async () => {
    const named = withAnswer(sampleAnswers(), 'personalInfo.dateOfBirth', 'December 2, 1980');
    const saved = withAnswer(named, 'addressInfo.state', 'Texas');
    open(stepNamed('addressInfo'), saved);
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('TX');
    cleanup();
    open(REVIEW, saved);
    screen.getByText('12/02/1980');
    screen.getByText('Texas');
  });

  it('is sent once when the button is pressed repeatedly', async () => {
    let finish: (submittedAt: string) => void = () => undefined;
    onSubmit.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
    open(REVIEW);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Send my answers' }));
    expect(onSubmit).toHaveBeenCalledTimes(1);
    finish('2026-11-20T15:10:00.000Z');
    await screen.findByRole('heading', { name: 'Thank you. Your form has been submitted.' });
    screen.getByText(/Example Life, \$100,000, EL-20417, 2009, Will the new policy replace this one\? Yes/);
    expect(document.body.textContent).not.toContain('000123456789');
  });
});
