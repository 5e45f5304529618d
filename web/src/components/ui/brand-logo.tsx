import styles from './brand-logo.module.css';

interface BrandLogoProps {
  logo: { path: string; width: number; height: number };
  brand: string;
  /** The height of the picture; the width follows. */
  height: number;
}

/** The brokerage's logo, on a light plate in the dark scheme: most logos are drawn for a white background. */
export function BrandLogo({ logo, brand, height }: BrandLogoProps) {
  const width = Math.round((logo.width / logo.height) * height);
  return <img src={logo.path} alt={brand} width={width} height={height} className={styles.logo} />;
}
