import { fieldsOf } from './field.ts';

const premium = <const Name extends string>(name: Name, label: string) => ({
  name,
  label,
  kind: 'money' as const,
  aliases: [`${label.toLowerCase()} premium`],
});

/** The five plan groups of Edit Health & Insurance Plans; health uses the older field names (0§3). */
export const PLAN_FIELDS = fieldsOf('plans', [
  {
    name: 'current_health_plan_name',
    label: 'Health plan',
    short: 'Health plan',
    width: 190,
    aliases: ['plan', 'health plan name', 'current health plan', 'plan name'],
  },
  { name: 'aor', label: 'Health AOR', short: 'AOR', aliases: ['agent of record', 'health plan aor'] },
  { name: 'health_plan_premium', label: 'Health premium', short: 'Premium', kind: 'money' },
  { name: 'dental_plan_name', label: 'Dental plan', aliases: ['dental'] },
  { name: 'dental_plan_aor', label: 'Dental AOR', short: 'AOR' },
  { name: 'dental_plan_premium', label: 'Dental premium', short: 'Premium', kind: 'money' },
  { name: 'vision_plan_name', label: 'Vision plan', aliases: ['vision'] },
  { name: 'vision_plan_aor', label: 'Vision AOR', short: 'AOR' },
  { name: 'vision_plan_premium', label: 'Vision premium', short: 'Premium', kind: 'money' },
  { name: 'rx_plan_name', label: 'RX plan', aliases: ['rx', 'prescription plan'] },
  { name: 'rx_plan_aor', label: 'RX AOR', short: 'AOR' },
  { name: 'rx_plan_premium', label: 'RX premium', short: 'Premium', kind: 'money' },
  { name: 'gap_plan_name', label: 'GAP plan', aliases: ['gap'] },
  { name: 'gap_plan_aor', label: 'GAP AOR', short: 'AOR' },
  { name: 'gap_plan_premium', label: 'GAP premium', short: 'Premium', kind: 'money' },
]);

export const MARKETPLACE_FIELDS = fieldsOf('marketplace', [
  { name: 'life_plan_name', label: 'Life plan', aliases: ['life plan name', 'life insurance'] },
  premium('life_secure', 'LifeSecure'),
  premium('cigna', 'Cigna'),
  premium('delta', 'Delta'),
  premium('solstice', 'Solstice'),
  premium('ambetter', 'Ambetter'),
  premium('molina', 'Molina'),
  premium('oscar', 'Oscar'),
  premium('florida_blue', 'Florida Blue'),
  premium('avmed', 'AvMed'),
  premium('united', 'United'),
  premium('allstate', 'Allstate'),
  premium('humana', 'Humana'),
]);

export const MEDICARE_FIELDS = fieldsOf('medicare', [
  { name: 'medicarenumber', label: 'Medicare number', isEncrypted: true, aliases: ['medicare', 'mbi'] },
  { name: 'medicaidnumber', label: 'Medicaid number', isEncrypted: true, aliases: ['medicaid'] },
  { name: 'part_a_effective', label: 'Part A effective', kind: 'date', aliases: ['part a'] },
  { name: 'part_b_effective', label: 'Part B effective', kind: 'date', aliases: ['part b'] },
  premium('united_medicare', 'United Medicare'),
  premium('fb_medicare', 'Florida Blue Medicare'),
  premium('humana_medicare', 'Humana Medicare'),
  premium('aetna', 'Aetna'),
  premium('simply', 'Simply'),
  premium('wellcare', 'Wellcare'),
  premium('other_medicare', 'Other Medicare'),
  { name: 'link_to_pdf', label: 'Link to PDF', kind: 'url', aliases: ['pdf', 'pdf link'] },
]);
