import { describe, expect, it } from 'vitest';
import { unfailedDialogs } from './dialog-rule.ts';

const DIALOG = 'web/src/features/dogs/walk-dog-dialog.tsx';
const TEST = 'web/src/features/dogs/dogs.test.tsx';

/** What is said of a dialog with this title, where this is done in a test. */
function findingsOf(dialog: string, test: string, more: Record<string, string> = {}): string[] {
  const files = Object.entries({ [DIALOG]: dialog, [TEST]: test, ...more });
  return unfailedDialogs(files.map(([file, text]) => ({ file, text })));
}

const titled = (title: string) =>
  `const walk = useEditing({}); <GuardedModal opened title=${title}>…</GuardedModal>;`;
const failing = (name: string) =>
  `it('fails', async () => { server.replyError(walkDog); await open(${name}); });`;
const NAMED = `{\`Walk \${name}\`}`;
const MISSED = /no test lets a call of the dialog “Walk/;

describe('a dialog that sends', () => {
  it.each([
    ['"Walk"', "'Walk'"],
    ["{isNew ? 'Walk' : 'Walk again'}", "'Walk again'"],
    [NAMED, "'Walk Rex'"],
    [NAMED, `\`Walk \${dog.name}\``],
    [NAMED, '{ name: /^Walk R/ }'],
  ])('titled %s is found where a test says %s while a call fails', (title, name) => {
    expect(findingsOf(titled(title), failing(name))).toEqual([]);
    expect(findingsOf(titled(title), failing("'Feed'"))).toEqual([expect.stringMatching(MISSED)]);
  });

  it('is not found in a test in which nothing fails, though another one of the file has failures', () => {
    const test = `it('opens', () => open('Walk')); ${failing("'Feed'")}`;
    expect(findingsOf(titled('"Walk"'), test)).toEqual([expect.stringMatching(MISSED)]);
  });

  it('is found in a table of a journey', () => {
    const journey = "test('fails', async () => { await failOneByOne(page, page, [{ dialog: 'Walk' }]); });";
    expect(findingsOf(titled('"Walk"'), '', { 'e2e/journeys/dogs.spec.ts': journey })).toEqual([]);
  });

  it('may send by a file that it imports, short of another dialog', () => {
    const dialog = 'import { Form } from \'./walk-form.tsx\'; <Dialog opened title="Walk"><Form /></Dialog>;';
    const form = 'web/src/features/dogs/walk-form.tsx';
    expect(findingsOf(dialog, '')).toEqual([]);
    expect(findingsOf(dialog, '', { [form]: 'walk.mutate(3)' })).toHaveLength(1);
    const other = `${titled('"Feed"')} walk.mutate(3)`;
    expect(findingsOf(dialog, failing("'Feed'"), { [form]: other })).toEqual([]);
  });

  it('asks before an act, whoever does it', () => {
    const question = '<ConfirmDialog opened title="Walk?" onConfirm={onConfirm} />;';
    expect(findingsOf(question, '')).toEqual([expect.stringMatching(MISSED)]);
  });

  it('is named by the words of the public pages', () => {
    const texts = {
      'web/src/public/texts/messages/en.ts': "export const en = { walkTitle: 'Walk the dog?' };",
    };
    const dialog = `signingCaller(ticket); <Dialog title={text('walkTitle')}>…</Dialog>;`;
    expect(findingsOf(dialog, '', texts)).toEqual([expect.stringContaining('“Walk the dog?”')]);
  });

  it.each(['{dog.name}', "{dog?.name ?? 'Dog'}"])('is not looked for where its title %s is data', (title) => {
    expect(findingsOf(titled(title), '')).toEqual([]);
  });
});
