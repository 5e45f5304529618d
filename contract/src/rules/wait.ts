/** The waiting time as text: '45 seconds', '8 minutes', '2 hours'. Rounded up, so that the wait is over by then. */
export function waitText({ seconds, language }: { seconds: number; language: 'en' | 'es' | 'pt' }): string {
  const [unit, length] = seconds < 60 ? ['second', 1] : seconds <= 3600 ? ['minute', 60] : ['hour', 3600];
  const count = Math.max(1, Math.ceil(seconds / length));
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
