import {
  brandColor,
  brandShades,
  contrastBetween,
  MIN_CONTRAST,
  shadesInUse,
} from '@ledgerline/contract/rules';
import {
  type Brand,
  type BrandBody,
  MAX_LOGO_BYTES,
  MAX_LOGO_HEIGHT,
  MAX_LOGO_WIDTH,
} from '@ledgerline/contract/settings/endpoints';
import { Button, ColorInput, Stack, Text } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { PhoneInput } from '../../components/ui/formatted-input.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { FormOnPage } from '../../domain/editing/form-on-page.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { base64Of } from '../../domain/images/fit-image.ts';
import { ImageField } from '../../domain/images/image-field.tsx';
import { useBrand } from '../../lib/public-settings.ts';
import { useStoredBrand, useUpdateBrand } from './api.ts';
import preview from './brand-preview.module.css';
import styles from './facts.module.css';

const LOGO_LIMITS = { width: MAX_LOGO_WIDTH, height: MAX_LOGO_HEIGHT, bytes: MAX_LOGO_BYTES };

/** What clients see of the brokerage: name, logo, color and phone number (decision 118). */
export function BrandSettings() {
  const brand = useBrand();
  return (
    <>
      <SectionCard title="Logo and color">
        <Loaded
          query={useStoredBrand()}
          failed="The brand could not be loaded."
          loading={<LoadingRows rows={4} height={150} label="Loading the brand" />}
          isInCard
        >
          {(stored) => (
            <FormOnPage>
              <BrandForm stored={stored} />
            </FormOnPage>
          )}
        </Loaded>
      </SectionCard>
      <SectionCard title="Name">
        <dl className={styles.facts}>
          <dt>Brokerage</dt>
          <dd>{brand}</dd>
        </dl>
        <Text size="sm" c="dimmed" mt="md">
          Shown on pages, in emails, invoices and documents; a logo takes its place at the top. Your IT
          contact can change it.
        </Text>
      </SectionCard>
    </>
  );
}

function BrandForm({ stored }: { stored: Brand }) {
  const update = useUpdateBrand();
  const editing = useEditing({
    start: brandValues(stored),
    check: brandErrors,
    send: (values, before) => update.mutateAsync(brandSent(values, before)),
    successMessage: 'Brand saved.',
  });
  const { form } = editing;
  const sentences = colorSentences(form.values.color);
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <ImageField
        label="Logo"
        description="PNG, JPEG or WebP, best on a transparent or white background. It replaces the name on pages and in emails."
        limits={LOGO_LIMITS}
        value={form.values.logo}
        error={form.errors.logo}
        onChange={(logo) => editing.change({ logo })}
      />
      <ColorInput
        label="Color"
        description="For buttons, links and the selected item. Leave it empty for the standard color."
        placeholder="#0f6b6b"
        format="hex"
        maxLength={7}
        eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
        {...form.getInputProps('color')}
      />
      {sentences && (
        <Stack gap={4} role="status">
          <Text size="sm">{sentences.light}</Text>
          <Text size="sm">{sentences.dark}</Text>
          {sentences.suggestion && (
            <div>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => editing.change({ color: sentences.suggestion ?? '' })}
              >
                Use {sentences.suggestion}
              </Button>
            </div>
          )}
        </Stack>
      )}
      <PhoneInput
        label="Phone for clients"
        description="Shown in emails to clients, so that they can call."
        {...form.getInputProps('phone')}
      />
      <BrandPreview logo={form.values.logo} color={form.values.color} />
    </DialogForm>
  );
}

/** As typed; the logo is its address, a data URL for a new one, or ''. */
interface BrandValues {
  color: string;
  phone: string;
  logo: string;
}

function brandValues({ color, phone, logo }: Brand): BrandValues {
  return { color: color ?? '', phone: phone ?? '', logo: logo?.path ?? '' };
}

function brandErrors({ color }: BrandValues): FormErrors {
  return color.trim() !== '' && brandColor(color) === null
    ? { color: 'Enter a color such as #0f6b6b, or leave it empty.' }
    : {};
}

/** Only what was changed, so that two owners do not overwrite each other. */
function brandSent(values: BrandValues, before: BrandValues): BrandBody {
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
function colorSentences(typed: string): { light: string; dark: string; suggestion: string | null } | null {
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

const STANDARD = '#0f6b6b';

/** How a client's page looks with the logo and the color, in both schemes. */
function BrandPreview({ logo, color }: { logo: string; color: string }) {
  const brand = useBrand();
  const shades = brandShades(brandColor(color) ?? STANDARD);
  const schemes = [
    {
      name: 'Light',
      page: '#ffffff',
      text: shades[8],
      button: shades[7],
      label: '#ffffff',
      plate: undefined,
    },
    { name: 'Dark', page: '#12161c', text: shades[3], button: shades[5], label: '#0c0f13', plate: '#ffffff' },
  ];
  return (
    <figure className={preview.preview} aria-label="Preview">
      {schemes.map((scheme) => (
        <div
          key={scheme.name}
          className={preview.page}
          style={{ background: scheme.page, color: scheme.text }}
        >
          {logo === '' ? (
            <strong>{brand}</strong>
          ) : (
            <img src={logo} alt={brand} className={preview.logo} style={{ background: scheme.plate }} />
          )}
          <span className={preview.button} style={{ background: scheme.button, color: scheme.label }}>
            Continue
          </span>
        </div>
      ))}
    </figure>
  );
}
