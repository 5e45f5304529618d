import type { Deps } from '#platform/context.ts';
import type { LineRow } from './repository.ts';

/** The personal data of a line, which is stored only while the line has no policy. */
export interface LineContent {
  number: string;
  name: string;
}

const aadOf = (row: number) => ({ table: 'commission_lines', row, field: 'content' });

export const encryptContent = ({ cipher }: Deps, id: number, { number, name }: LineContent): string =>
  cipher.encrypt(JSON.stringify({ number, name }), aadOf(id));

/** Empty where nothing is stored: the line had a policy that was deleted. */
export const contentOf = ({ cipher }: Deps, { id, content }: Pick<LineRow, 'id' | 'content'>): LineContent =>
  content === null ? { number: '', name: '' } : JSON.parse(cipher.decrypt(content, aadOf(id)));
