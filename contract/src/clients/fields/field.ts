import type { Identifier } from '../../rules/identifiers.ts';

/** The type of a field's value; decides storage, validation, input and display. */
export type FieldKind =
  | 'text'
  | 'date'
  | 'money'
  | 'percent'
  | 'email'
  | 'phone'
  | 'enum'
  | 'richtext'
  | 'secret'
  | 'url'
  | 'agent';

/** How a secret is masked (decisions D11 to D12); `bullets` never shows a character. */
type MaskKind = 'ssn' | 'last4' | 'bullets';

/** A card of the client page, which is also a column group of the ledger. */
export type FieldGroup =
  | 'name'
  | 'personal'
  | 'contact'
  | 'spouse'
  | 'dependents'
  | 'beneficiaries'
  | 'plans'
  | 'marketplace'
  | 'medicare'
  | 'employment'
  | 'bank'
  | 'card'
  | 'notes'
  | 'family'
  | 'logins'
  | 'care'
  | 'owner';

/** One client field, declared once: everything else about it is derived (DESIGN 5). */
export interface ClientField<Name extends string = string> {
  /** Column = API key = property, spelled as in the specification. */
  readonly name: Name;
  /** Unique label: ledger header, export and import header. */
  readonly label: string;
  /** Label inside its card, where the card's title gives the context. */
  readonly short: string;
  readonly group: FieldGroup;
  readonly kind: FieldKind;
  /** Ledger column width in pixels. */
  readonly width: number;
  /** The most characters that a value may have. */
  readonly maxLength: number;
  readonly mask?: MaskKind;
  /** Accepts digits, spaces and hyphens only: numbers that people copy from a card or a letter. */
  readonly isNumber?: boolean;
  /** A number with a fixed length or a check digit. */
  readonly identifier?: Identifier;
  /** The kind of date: births are in the past, follow-ups within a limit; others may be any day. */
  readonly dateOf?: 'birth' | 'follow_up';
  /**
   * Health data, or a number that identifies the person: displayed like any other field, stored encrypted with the
   * client's own key (decision 072).
   */
  readonly isEncrypted?: boolean;
  /** Stored only in its column, never in a history, and not at all with CARD_SECURITY_CODE=refuse (decisions D14). */
  readonly isSecurityCode?: boolean;
  /** Values offered; a closed list for `enum`, suggestions for other types. */
  readonly options?: readonly string[];
  /** Additional headers that an import recognizes, in lower case. */
  readonly aliases: readonly string[];
}

type FieldInput<Name extends string> = {
  name: Name;
  label: string;
  short?: string;
  kind?: FieldKind;
  width?: number;
  maxLength?: number;
  mask?: MaskKind;
  isNumber?: boolean;
  identifier?: Identifier;
  dateOf?: 'birth' | 'follow_up';
  isEncrypted?: boolean;
  isSecurityCode?: boolean;
  options?: readonly string[];
  aliases?: readonly string[];
};

const WIDTH: Record<FieldKind, number> = {
  text: 150,
  date: 120,
  money: 120,
  percent: 90,
  email: 210,
  phone: 140,
  enum: 100,
  richtext: 260,
  secret: 140,
  url: 180,
  agent: 150,
};

const MAX_LENGTH: Record<FieldKind, number> = {
  text: 500,
  date: 60,
  money: 20,
  percent: 8,
  email: 254,
  phone: 40,
  enum: 40,
  richtext: 100_000,
  secret: 200,
  url: 2000,
  agent: 500,
};

/** Adds the defaults that a declaration leaves out. */
export function fieldsOf<const Name extends string>(
  group: FieldGroup,
  fields: readonly FieldInput<Name>[],
): readonly ClientField<Name>[] {
  return fields.map((field) => {
    const kind = field.kind ?? 'text';
    return {
      short: field.label,
      width: WIDTH[kind],
      maxLength: MAX_LENGTH[kind],
      aliases: [],
      ...field,
      kind,
      group,
      ...(kind === 'secret' ? { mask: field.mask ?? 'last4' } : {}),
      ...(field.mask === 'ssn' ? { isNumber: true, identifier: 'ssn' as const } : {}),
    };
  });
}
