import { describe, expect, it } from 'vitest';
import { dialogsWithoutFailureTest } from './dialog-rule.ts';

const DIALOG = 'web/src/features/dogs/walk-dog-dialog.tsx';
const TEST = 'web/src/features/dogs/dogs.test.tsx';

/** The findings for a dialog and a test file with these contents. */
function findingsOf(dialog: string, test: string, more: Record<string, string> = {}): string[] {
  const files = Object.entries({ [DIALOG]: dialog, [TEST]: test, ...more });
  return dialogsWithoutFailureTest(files.map(([file, text]) => ({ file, text })));
}

const titled = (title: string) =>
  `const walk = useEditing({}); <GuardedModal opened title=${title}>…</GuardedModal>;`;
const failing = (name: string) =>
  `it('fails', async () => { server.replyError(walkDog); await open(${name}); });`;
const NAMED = `{\`Walk \${name}\`}`;
const MISSED = /no test covers a failed request of the dialog “Walk/;

describe('a dialog that sends requests', () => {
  it.each([
    ['"Walk"', "'Walk'"],
    ["{isNew ? 'Walk' : 'Walk again'}", "'Walk again'"],
    [NAMED, "'Walk Rex'"],
    [NAMED, `\`Walk \${dog.name}\``],
    [NAMED, '{ name: /^Walk R/ }'],
  ])('titled %s is covered by a test of a failed request that names %s', (title, name) => {
    expect(findingsOf(titled(title), failing(name))).toEqual([]);
    expect(findingsOf(titled(title), failing("'Feed'"))).toEqual([expect.stringMatching(MISSED)]);
  });

  it('is not covered by a test without failed requests, even if another test in the file has some', () => {
    const test = `it('opens', () => open('Walk')); ${failing("'Feed'")}`;
    expect(findingsOf(titled('"Walk"'), test)).toEqual([expect.stringMatching(MISSED)]);
  });

  it('is covered by a table row of an end-to-end test', () => {
    const journey = "test('fails', async () => { await failOneByOne(page, page, [{ dialog: 'Walk' }]); });";
    expect(findingsOf(titled('"Walk"'), '', { 'e2e/journeys/dogs.spec.ts': journey })).toEqual([]);
  });

  it('counts as sending if an imported file without a dialog sends', () => {
    const dialog = 'import { Form } from \'./walk-form.tsx\'; <Dialog opened title="Walk"><Form /></Dialog>;';
    const form = 'web/src/features/dogs/walk-form.tsx';
    expect(findingsOf(dialog, '')).toEqual([]);
    expect(findingsOf(dialog, '', { [form]: 'walk.mutate(3)' })).toHaveLength(1);
    const other = `${titled('"Feed"')} walk.mutate(3)`;
    expect(findingsOf(dialog, failing("'Feed'"), { [form]: other })).toEqual([]);
  });

  it('counts as sending if it asks for confirmation', () => {
    const confirmation = '<ConfirmDialog opened title="Walk?" onConfirm={onConfirm} />;';
    expect(findingsOf(confirmation, '')).toEqual([expect.stringMatching(MISSED)]);
  });

  it('may take its title from the texts of the public pages', () => {
    const texts = {
      'web/src/public/texts/messages/en.ts': "export const en = { walkTitle: 'Walk the dog?' };",
    };
    const dialog = `signingCaller(ticket); <Dialog title={text('walkTitle')}>…</Dialog>;`;
    expect(findingsOf(dialog, '', texts)).toEqual([expect.stringContaining('“Walk the dog?”')]);
  });

  it.each(['{dog.name}', "{dog?.name ?? 'Dog'}"])('is not checked if its title %s is only data', (title) => {
    expect(findingsOf(titled(title), '')).toEqual([]);
  });
});
