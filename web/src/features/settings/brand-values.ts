import {
  brandColor,
  brandShades,
  contrastBetween,
  MIN_CONTRAST,
  shadesInUse,
} from '@ledgerline/contract/rules';
import type { Brand, BrandBody } from '@ledgerline/contract/settings/endpoints';
import type { FormErrors } from '@mantine/form';
import { base64Of } from '../../domain/images/fit-image.ts';

/** As typed; the logo is its address, a data URL for a new one, or ''. */
export interface BrandValues {
  color: string;
  phone: string;
  logo: string;
}

export function brandValues({ color, phone, logo }: Brand): BrandValues {
  return { color: color ?? '', phone: phone ?? '', logo: logo?.path ?? '' };
}

export function brandErrors({ color }: BrandValues): FormErrors {
  return color.trim() !== '' && brandColor(color) === null
    ? { color: 'Enter a color such as #0f6b6b, or leave it empty.' }
    : {};
}

/** Only what was changed, so that two owners do not overwrite each other. */
export function brandSent(values: BrandValues, before: BrandValues): BrandBody {
  const color = brandColor(values.color);
  const phone = phoneOf(values);
  return {
    ...(color === brandColor(before.color) ? {} : { color }),
    ...(phone === phoneOf(before) ? {} : { phone }),
    ...(values.logo === before.logo ? {} : { logo: values.logo === '' ? null : base64Of(values.logo) }),
  };
}

const phoneOf = ({ phone }: BrandValues): string | null => phone.trim() || null;

/** What the color becomes in each scheme, with its contrast. */
export function colorSentences(
  typed: string,
): { light: string; dark: string; suggestion: string | null } | null {
  const color = brandColor(typed);
  if (color === null) return null;
  const used = shadesInUse(color);
  const onWhite = contrastBetween(color, '#ffffff');
  const onDark = contrastBetween(brandShades(color)[4] ?? color, '#222831');
  const isReadable = onWhite >= MIN_CONTRAST;
  return {
    light: isReadable
      ? `Light: the contrast with white is ${ratio(onWhite)}, so the color is used as it is.`
      : `Light: the contrast with white is ${ratio(onWhite)}, and text needs ${ratio(MIN_CONTRAST)}. The darker shade ${used.light} is used instead.`,
    dark: `Dark: the shade ${used.dark} is used for buttons, and a lighter one with a contrast of ${ratio(onDark)} for text.`,
    suggestion: isReadable ? null : used.light,
  };
}

/** Rounded down, so that no value seems to reach a limit that it misses. */
const ratio = (value: number) => `${Math.floor(value * 10) / 10}:1`;
