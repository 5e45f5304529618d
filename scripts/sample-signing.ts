import { sampleSignature } from './demo/sample-files.ts';

/** The fields that a signing page shows to its signer. */
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

/** The request body of a signature: all fields of the signer filled in, and a drawn signature. */
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
