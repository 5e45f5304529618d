import { sampleSignature } from './demo/sample-files.ts';

/** What a signing page asks of whoever opened it. */
export interface SigningPage {
  signer_name: string;
  fields: {
    name: string;
    kind: string;
    is_mine: boolean;
    options: string[];
    value: string | boolean | null;
  }[];
}

/** The body of a signature over the API: every field of the signer's own filled in, and a drawn name. */
export function sampleSigning({ signer_name, fields }: SigningPage, language: 'en' | 'es' | 'pt') {
  const mine = fields.filter(({ is_mine, kind }) => is_mine && kind !== 'signature');
  const values = mine.map(({ name, kind, value, options }) => {
    const defaultValue = { checkbox: false, list: options.at(-1) ?? '' }[kind] ?? 'Rosa';
    return [name, value || defaultValue];
  });
  const image = `data:image/png;base64,${sampleSignature().toString('base64')}`;
  const signature = { method: 'drawn', name: signer_name, image };
  return { consent: true, language, signature, values: Object.fromEntries(values) };
}
