import type { Account } from '../../contract/src/rules.ts';

/** A service of the brokerage; also saved as a line item template. */
export interface Offer {
  name: string;
  description: string;
  unit_price_cents: number;
  category: string;
  account: Account;
  /** Billed by the hour, in half hours. */
  isHourly?: boolean;
}

export const OFFERS: readonly Offer[] = [
  {
    name: 'Financial plan',
    description: 'Financial plan with two meetings',
    unit_price_cents: 180_000,
    category: 'Planning',
    account: 'BFA',
  },
  {
    name: 'Planning hour',
    description: 'Advice by the hour',
    unit_price_cents: 22_500,
    category: 'Planning',
    account: 'BFA',
    isHourly: true,
  },
  {
    name: 'Annual review',
    description: 'Annual review of accounts and goals',
    unit_price_cents: 65_000,
    category: 'Planning',
    account: 'BFA',
  },
  {
    name: 'Retirement projection',
    description: 'Retirement income projection',
    unit_price_cents: 42_500,
    category: 'Planning',
    account: 'BFA',
  },
  {
    name: 'Medicare comparison',
    description: 'Comparison of Medicare plans',
    unit_price_cents: 12_500,
    category: 'Insurance',
    account: 'BFS',
  },
  {
    name: 'Policy review',
    description: 'Review of life insurance policies',
    unit_price_cents: 28_000,
    category: 'Insurance',
    account: 'BFS',
  },
  {
    name: 'Claim assistance',
    description: 'Help with a health insurance claim',
    unit_price_cents: 9_500,
    category: 'Insurance',
    account: 'BFS',
    isHourly: true,
  },
  {
    name: 'Document preparation',
    description: 'Preparation and filing of documents',
    unit_price_cents: 4_750,
    category: 'General',
    account: 'BFS',
  },
];

export const NOTES = [
  '',
  '',
  'Thank you for your trust.',
  'As discussed on the phone. Please call with any questions.',
];
