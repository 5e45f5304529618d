/** The sections of the settings: in the palette, in the list and as addresses. */
export const SETTINGS_SECTIONS = [
  { name: 'brand', title: 'Brand', text: 'What clients see of your brokerage', keywords: 'logo color name' },
  { name: 'email', title: 'Email', text: 'The mail server and the sender', keywords: 'smtp mail server' },
  {
    name: 'forms',
    title: 'Forms & Links',
    text: 'How long links stay valid, and where forms are managed',
    keywords: 'expiration days templates',
  },
  {
    name: 'reminders',
    title: 'Reminders',
    text: 'When clients are reminded of forms, signatures and invoices',
    keywords: 'email follow up overdue',
  },
  {
    name: 'enrollment',
    title: 'Enrollment Periods',
    text: 'Open enrollment, as shown on Today',
    keywords: 'marketplace medicare dates',
  },
  {
    name: 'security',
    title: 'Security & Sign-In Policy',
    text: 'Two-factor authentication, screen lock and alerts',
    keywords: 'password mfa idle reveal',
  },
  {
    name: 'access',
    title: 'Teams & Access',
    text: 'Which clients agents see, teams and calendars',
    keywords: 'agents permission client',
  },
  { name: 'data', title: 'Data', text: 'Import, export and backups', keywords: 'restore download upload' },
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['name'];
