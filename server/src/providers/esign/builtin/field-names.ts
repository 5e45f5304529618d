import type { SigningField } from '@ledgerline/contract/signing/endpoints';
import type { EsignSigner } from '#platform/ports/esign.ts';

/** What a field's name says about the field; `owner` is null for names without `advisor_` or `client_`. */
export interface FieldMeaning {
  kind: 'signature' | 'name' | 'date' | 'plain';
  owner: EsignSigner | null;
}

/** `form[0].page1[0].Client Signature` → `client_signature`. */
export function plainName(name: string): string {
  const last = name.split('.').at(-1) ?? name;
  return last
    .replace(/\[\d+\]/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

const OWNED = /^(advisor|client)_(.+?)(?:_\d+)?$/;
const KINDS: [FieldMeaning['kind'], RegExp][] = [
  ['signature', /^(sign|signature|signature_here)$/],
  ['date', /^((signature|signed|signing|sign)_)?date$|^date_signed$/],
  ['name', /^((full|printed|print|typed|signer)_)?name$/],
];
/** Default signature field names of form editors. */
const GENERIC_SIGNATURE_NAME = /^(sig|sign|signature|sign_here|signature_field|digital_signature)?_?\d*$/;

/**
 * The naming conventions of the library (decision 014): `advisor_…` and `client_…` followed by `signature`, `date` or `name`,
 * optionally with a number. A digital signature field without a recognized name belongs to the client; any other signature
 * field belongs to a signer outside this portal and stays empty.
 */
export function meaningOf(name: string, isSignatureField: boolean): FieldMeaning {
  const plain = plainName(name);
  const [, owner, rest = ''] = OWNED.exec(plain) ?? [];
  if (owner === 'advisor' || owner === 'client') {
    const kind = KINDS.find(([, pattern]) => pattern.test(rest))?.[0] ?? 'plain';
    return { kind: isSignatureField ? 'signature' : kind, owner };
  }
  if (isSignatureField && GENERIC_SIGNATURE_NAME.test(plain)) return { kind: 'signature', owner: 'client' };
  return { kind: isSignatureField ? 'signature' : 'plain', owner: null };
}

/** `planning_package` → `Planning package`, for fields without a tooltip. */
function readableName(name: string): string {
  const text = plainName(name).replaceAll('_', ' ').trim();
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : name;
}

/** The names under which a field may be prefilled, best match first. */
export function prefillNames(name: string): string[] {
  const plain = plainName(name);
  return [name, plain, plain.replace(/_\d+$/, '')];
}

/**
 * One unique label per field: the tooltip if the PDF has one, otherwise the name in words; fields that would share a label get
 * their full names.
 */
export function uniqueLabels(fields: { name: string; tooltip: string | null }[]): Map<string, string> {
  const wanted = fields.map(({ name, tooltip }) => tooltip?.trim() || readableName(name));
  return new Map(
    fields.map(({ name }, position) => {
      const label = wanted[position] ?? name;
      const isShared = wanted.filter((other) => other === label).length > 1;
      return [name, isShared ? name : label];
    }),
  );
}

/** Who has to sign according to all fields, in signing order. */
export function recipientsOf(
  fields: readonly { kind: SigningField['kind']; owner: EsignSigner | null }[],
): EsignSigner[] {
  const owners = new Set(fields.filter(({ kind }) => kind === 'signature').map(({ owner }) => owner));
  return (['advisor', 'client'] as const).filter((role) => owners.has(role));
}
