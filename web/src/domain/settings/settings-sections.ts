/** The sections of the settings, also as addresses. A test compares them with the entries of the palette (commands.ts). */
export const SETTINGS_SECTIONS = [
  { name: 'brand', title: 'Brand' },
  { name: 'email', title: 'Email' },
  { name: 'forms', title: 'Forms & Links' },
  { name: 'reminders', title: 'Reminders' },
  { name: 'enrollment', title: 'Enrollment Periods' },
  { name: 'security', title: 'Security & Sign-In Policy' },
  { name: 'access', title: 'Teams & Access' },
  { name: 'data', title: 'Data' },
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['name'];
