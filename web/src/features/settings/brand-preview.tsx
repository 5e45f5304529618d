import { brandColor, brandShades } from '@ledgerline/contract/rules';
import { useBrand } from '../../lib/public-settings.ts';
import styles from './brand-preview.module.css';

const STANDARD = '#0f6b6b';

/** How a client's page looks with the logo and the color, in both schemes. */
export function BrandPreview({ logo, color }: { logo: string; color: string }) {
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
    <figure className={styles.preview} aria-label="Preview">
      {schemes.map((scheme) => (
        <div
          key={scheme.name}
          className={styles.page}
          style={{ background: scheme.page, color: scheme.text }}
        >
          {logo === '' ? (
            <strong>{brand}</strong>
          ) : (
            <img src={logo} alt={brand} className={styles.logo} style={{ background: scheme.plate }} />
          )}
          <span className={styles.button} style={{ background: scheme.button, color: scheme.label }}>
            Continue
          </span>
        </div>
      ))}
    </figure>
  );
}
