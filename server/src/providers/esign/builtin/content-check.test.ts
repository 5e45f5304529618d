import { describe, expect, it } from 'vitest';
import { checkFinished } from './inspect.ts';
import { encryptedAndBroken, formOf, SIGNATURE, signedBefore, textField } from './testing/odd-pdfs.ts';
import { formPdf, plainPdf } from './testing/wild-pdfs.ts';

const outcomeOf = (template: Buffer, finished: Buffer) =>
  checkFinished({ template, finished }, () => undefined).then(
    () => 'complete',
    ({ kind }: { kind: string }) => kind,
  );

describe('content of a finished document', () => {
  it('is complete when pages, fields and marks are added to those of the template', async () => {
    const finished = await plainPdf(3, (pdf) => {
      pdf.getPages()[0]?.drawText('filled in', { x: 72, y: 600 });
      pdf.addPage().drawText('Certificate', { x: 72, y: 700 });
    });
    expect(await outcomeOf(await plainPdf(3), finished)).toBe('complete');
    expect(await outcomeOf(await formPdf(), await formPdf())).toBe('complete');
  });

  it.each<[string, () => Promise<[Buffer, Buffer]>]>([
    ['a page is missing', async () => [await plainPdf(3), await plainPdf(2)]],
    ['the text of a page differs', async () => [await plainPdf(1), await formPdf()]],
    ['a page is blank', async () => [await plainPdf(1), await plainPdf(0, (pdf) => pdf.addPage())]],
    ['the page order differs', async () => [await plainPdf(2), await swapped()]],
    ['an earlier signature is missing', async () => [await signedBefore(), await formPdf()]],
    ['a field outside any form is missing', async () => [unlisted(), unlisted()]],
    ['the template cannot be read reliably', async () => [await encryptedAndBroken(), await formPdf()]],
    ['the file is damaged', async () => [await plainPdf(1), Buffer.from('%PDF-1.7 and no more')]],
  ])('is incomplete when %s', async (_, build) => {
    expect(await outcomeOf(...(await build()))).toBe('invalid');
  });
});

const swapped = () => plainPdf(2, (pdf) => pdf.movePage(0, 1));
const unlisted = () =>
  formOf([SIGNATURE, textField('salary', '/V(90000)')], { listed: '6 0 R', shown: '6 0 R 7 0 R' });
