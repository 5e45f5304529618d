import { describe, expect, it } from 'vitest';
import { inspectSafely } from './inspect-safely.ts';
import { PROBLEMS } from './template-limits.ts';
import * as odd from './testing/odd-pdfs.ts';
import { plainPdf, withLoopingPages } from './testing/wild-pdfs.ts';

const problemOf = async (bytes: Buffer) => {
  const result = await inspectSafely(bytes);
  return 'problem' in result ? result.problem : null;
};

describe('PDF that would lose content when signed', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an encrypted file whose structure is repaired', odd.encryptedAndBroken, PROBLEMS.brokenEncryption],
    ['a picture that the parser does not find', odd.withLostPicture, PROBLEMS.damaged],
    ['contents that the parser does not find', odd.withLostContents, PROBLEMS.damaged],
    ['a picture that is drawn and missing', () => absentPicture('/Im1 Do'), PROBLEMS.damaged],
    ['a picture with an escaped name', () => absentPicture('q /I#6d1\nDo Q'), PROBLEMS.damaged],
    ['a page that the parser skips', odd.withUntypedPage, PROBLEMS.contentLost],
    ['pages that refer to themselves', withLoopingPages, PROBLEMS.noPages],
  ])('is rejected: %s', async (_, build, sentence) => {
    expect(await problemOf(await build())).toBe(sentence);
  });

  it.each<[string, () => Buffer]>([
    ['missing contents', () => odd.withAbsent('/Contents 7 0 R')],
    ['contents that are null', () => odd.withAbsent('/Contents null')],
    ['contents with a missing part', () => odd.withAbsent('/Contents[5 0 R 7 0 R]')],
    ['a missing picture that is not drawn', () => absentPicture('/Im12 gs')],
  ])('is accepted: %s', async (_, build) => {
    expect(await problemOf(build())).toBeNull();
  });

  it.each([
    [undefined, 'Ana Before'],
    ['José Pérez', 'José Pérez'],
  ])('is rejected with the name of its signer: a signature of %s', async (name, shown) => {
    expect(await problemOf(await odd.signedBefore(name))).toBe(
      `Already signed by ${shown}; adding a signature would invalidate it. Print to PDF to sign a copy.`,
    );
  });

  it('is rejected: a signature without a name in a field that no page shows', async () => {
    const field = '<</FT/Sig/T(client_signature)/V<</Type/Sig/Contents<00>/ByteRange[0 1 2 3]>>>>';
    expect(await problemOf(odd.formOf([field, odd.textField('note')], { shown: '7 0 R' }))).toBe(
      'Already signed; adding a signature would invalidate it. Print to PDF to sign a copy.',
    );
  });

  it.each([
    ['a field that the form does not list', { listed: '6 0 R', shown: '6 0 R 7 0 R' }],
    ['a form that is missing', { listed: '', shown: '6 0 R 7 0 R' }],
  ])('is rejected: %s', async (_, options) => {
    const pdf = odd.formOf([odd.SIGNATURE, odd.textField('salary', '/V(90000)')], options);
    const name = options.listed ? 'salary' : 'client_signature';
    expect(await problemOf(pdf)).toBe(
      `Page 1 has a form field “${name}” that the form does not list, so what it shows would be lost. Repair the form, or print the PDF to a new PDF and add that.`,
    );
  });

  it('is accepted when the unlisted fields are hidden', async () => {
    const pdf = odd.formOf([odd.SIGNATURE, odd.textField('x', '/F 2')], {
      listed: '6 0 R',
      shown: '6 0 R 7 0 R',
    });
    expect(await problemOf(pdf)).toBeNull();
  });
});

const absentPicture = (content: string) =>
  odd.withAbsent('/Contents 5 0 R/Resources<</XObject<</Im1 7 0 R>>>>', content);

const KID = (more: string) => `<</Subtype/Widget/FT/Btn/Ff 49152/Rect[72 300 84 312]${more}>>`;
const ON = '/AP<</N<</A null/Off null>>>>';

describe('PDF that no one could sign', () => {
  it.each<[string, Buffer, string]>([
    [
      'two fields with the same name',
      odd.formOf([
        odd.SIGNATURE,
        odd.textField('plan', '/V(Gold)'),
        odd.textField('plan', '/V(Silver)', '72 330 272 350'),
      ]),
      'Several form fields are named “plan”, so one would replace the other.',
    ],
    [
      'a check box and a text field with the same name',
      odd.formOf([
        odd.SIGNATURE,
        odd.textField('plan'),
        `<</Subtype/Widget/FT/Btn/T(plan)/Rect[72 330 84 342]${ON}>>`,
      ]),
      'Several form fields are named “plan”, so one would replace the other.',
    ],
    [
      'radio buttons without a name',
      odd.formOf([odd.SIGNATURE, KID(ON)]),
      'A group of radio buttons on page 1 has no name',
    ],
    [
      'a text field without a name',
      odd.formOf([odd.SIGNATURE, odd.textField('')]),
      'A form field on page 1 has no name',
    ],
    [
      'a required list without items',
      odd.formOf([odd.SIGNATURE, '<</Subtype/Widget/FT/Ch/Ff 131074/T(plan)/Rect[72 300 272 320]/Opt[]>>']),
      'The list “Plan” must be filled in but has no items.',
    ],
    [
      'several selected items',
      odd.formOf([
        odd.SIGNATURE,
        '<</Subtype/Widget/FT/Ch/Ff 2097152/T(plan)/Rect[72 300 272 320]/Opt[(a)(b)(c)]/V[(a)(c)]>>',
      ]),
      'Several items are chosen in the list “plan”, of which only one could be kept.',
    ],
    [
      'a name of more than 200 characters with a value',
      odd.formOf([odd.SIGNATURE, odd.textField('n'.repeat(201), '/V(text)')]),
      'is too long or not allowed: names have at most 200 characters, texts 5,000.',
    ],
    [
      'a text of more than 5,000 characters',
      odd.formOf([odd.SIGNATURE, odd.textField('note', `/V(${'t'.repeat(5001)})`)]),
      'The name or the text of the form field “note” is too long or not allowed',
    ],
    [
      'a hidden signature field',
      odd.formOf([odd.SIGNATURE.replace('>>', '/F 2>>')]),
      'The signature field “client_signature” is hidden, too small or outside the page, so no one could sign there.',
    ],
    [
      'a signature field without size',
      odd.formOf(['<</Subtype/Widget/FT/Sig/T(Signature1)/Rect[0 0 0 0]>>']),
      'The signature field “Signature1” is hidden, too small or outside the page',
    ],
    [
      'a signature field outside the page',
      odd.formOf([odd.SIGNATURE.replace('[72 100 272 150]', '[700 100 900 150]')]),
      'The signature field “client_signature” is hidden, too small or outside the page',
    ],
    [
      'a required field outside the page',
      odd.formOf([odd.SIGNATURE, odd.textField('note', '/Ff 2', '72 -100 272 -80')]),
      'The field “Note” must be filled in but is too small or outside the page.',
    ],
  ])('is rejected: %s', async (_, pdf, sentence) => {
    expect(await problemOf(pdf)).toContain(sentence);
  });

  it.each<[string, Buffer | Promise<Buffer>]>([
    [
      'an optional list without items',
      odd.formOf([odd.SIGNATURE, '<</Subtype/Widget/FT/Ch/T(plan)/Rect[72 300 272 320]/Opt[]>>']),
    ],
    [
      'radio buttons with a value that none of them has',
      odd.formOf([odd.SIGNATURE, KID(`/T(plan)/V/Gone${ON}`)]),
    ],
    [
      'the signature field of someone who does not sign here, outside the page',
      odd.formOf(['<</Subtype/Widget/FT/Sig/T(spouse_signature)/Rect[0 0 0 0]>>']),
    ],
    ['bookmarks that refer to themselves', odd.withLoopingOutlines()],
  ])('is accepted: %s', async (_, pdf) => {
    expect(await problemOf(await pdf)).toBeNull();
  });
});

describe('truncated PDF', () => {
  it.each([400, 700, 900])('after %i bytes returns a message within the time limit', async (length) => {
    const cut = (await plainPdf(3)).subarray(0, length);
    const result = await inspectSafely(cut, { cpuMs: 300 });
    const sentences: string[] = [PROBLEMS.damaged, PROBLEMS.noPages, PROBLEMS.tooSlow];
    expect(sentences).toContain('problem' in result ? result.problem : null);
  });
});
