import { expect, it } from 'vitest';
import { cleanTexts } from './clean-texts.ts';
import { cleanHtml } from './html.ts';

const LARGE = '<a href="https://example.org" onclick="x()">one & two</a>'.repeat(1000);

it('sanitizes small and large batches alike, in order', async () => {
  const texts = ['<p onclick="x()">one</p>', 'two', '', '<script>three</script>'];
  expect(await cleanTexts(texts)).toEqual(['<p>one</p>', 'two', '', '']);
  const many = [...Array.from({ length: 5 }, (_, n) => `${n}${LARGE}`), ...texts];
  expect(await cleanTexts(many)).toEqual(many.map(cleanHtml));
});

it('does not block other work while large batches queue for a thread', async () => {
  const order: string[] = [];
  const batches = [1, 2].map(async (n) => {
    await cleanTexts(Array.from({ length: 20 }, () => LARGE));
    order.push(`batch ${n}`);
  });
  await cleanTexts(['<b>small</b>']);
  order.push('small');
  await Promise.all(batches);
  expect(order).toEqual(['small', 'batch 1', 'batch 2']);
});
