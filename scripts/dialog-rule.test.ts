import { describe, expect, it } from 'vitest';
import { unfailedDialogs } from './dialog-rule.ts';

const DIALOG = 'web/src/features/dogs/walk-dog-dialog.tsx';
const TEST = 'web/src/features/dogs/dogs.test.tsx';

/** What is said of a dialog with this title, where this is done in a test. */
function saidOf(dialog: string, test: string, more: Record<string, string> = {}): string[] {
  const files = Object.entries({ [DIALOG]: dialog, [TEST]: test, ...more });
  return unfailedDialogs(files.map(([file, text]) => ({ file, text })));
}

const titled = (title: string) =>
  `const walk = useEditing({}); <GuardedModal opened title=${title}>…</GuardedModal>;`;
const failing = (name: string) =>
  `it('fails', async () => { server.refuse(walkDog); await open(${name}); });`;
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
    expect(saidOf(titled(title), failing(name))).toEqual([]);
    expect(saidOf(titled(title), failing("'Feed'"))).toEqual([expect.stringMatching(MISSED)]);
  });

  it('is not found in a test in which nothing fails, though another one of the file has failures', () => {
    const test = `it('opens', () => open('Walk')); ${failing("'Feed'")}`;
    expect(saidOf(titled('"Walk"'), test)).toEqual([expect.stringMatching(MISSED)]);
  });

  it('is found in a table of a journey', () => {
    const journey = "test('fails', async () => { await failOneByOne(page, page, [{ dialog: 'Walk' }]); });";
    expect(saidOf(titled('"Walk"'), '', { 'e2e/journeys/dogs.spec.ts': journey })).toEqual([]);
  });

  it('may send by a file that it imports, short of another dialog', () => {
    const dialog = 'import { Form } from \'./walk-form.tsx\'; <Dialog opened title="Walk"><Form /></Dialog>;';
    const form = 'web/src/features/dogs/walk-form.tsx';
    expect(saidOf(dialog, '')).toEqual([]);
    expect(saidOf(dialog, '', { [form]: 'walk.mutate(3)' })).toHaveLength(1);
    const other = `${titled('"Feed"')} walk.mutate(3)`;
    expect(saidOf(dialog, failing("'Feed'"), { [form]: other })).toEqual([]);
  });

  it('asks before an act, whoever does it', () => {
    const question = '<ConfirmDialog opened title="Walk?" onConfirm={onConfirm} />;';
    expect(saidOf(question, '')).toEqual([expect.stringMatching(MISSED)]);
  });

  it('is named by the words of the public pages', () => {
    const words = { 'web/src/public/texts/messages/en.ts': "export const en = { walkTitle: 'Walk the dog?' };" };
    const dialog = `signingCaller(ticket); <Dialog title={text('walkTitle')}>…</Dialog>;`;
    expect(saidOf(dialog, '', words)).toEqual([expect.stringContaining('“Walk the dog?”')]);
  });

  it.each(['{dog.name}', "{dog?.name ?? 'Dog'}"])('is not looked for where its title %s is data', (title) => {
    expect(saidOf(titled(title), '')).toEqual([]);
  });
});
