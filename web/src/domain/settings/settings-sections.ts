/** The sections of the settings, in the palette and as addresses; loaded with the first screens, so without further texts. */
export const SETTINGS_SECTIONS = [
  { name: 'brand', title: 'Brand', keywords: 'logo color name' },
  { name: 'email', title: 'Email', keywords: 'smtp mail server' },
  {
    name: 'forms',
    title: 'Forms & Links',
    keywords: 'expiration days templates',
  },
  {
    name: 'reminders',
    title: 'Reminders',
    keywords: 'email follow up overdue',
  },
  {
    name: 'enrollment',
    title: 'Enrollment Periods',
    keywords: 'marketplace medicare dates',
  },
  {
    name: 'security',
    title: 'Security & Sign-In Policy',
    keywords: 'password mfa idle reveal',
  },
  {
    name: 'access',
    title: 'Teams & Access',
    keywords: 'agents permission client',
  },
  { name: 'data', title: 'Data', keywords: 'restore download upload' },
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['name'];
