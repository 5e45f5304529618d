/** What a client has to do for one form. */
export interface FormWork {
  /** To answer. */
  questions?: number;
  /** To read and sign. */
  pages?: number;
  /** Documents to photograph or upload. */
  documents?: number;
}

const SECONDS = { questions: 10, pages: 30, documents: 60 } as const;
/** Estimates are rounded up to one of these; there is no estimate above the last. */
const ROUNDED_MINUTES = [2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 60] as const;

/** About how many minutes a client needs, rounded up; null if there is nothing to do, or one form cannot be estimated. */
export function estimatedMinutes(forms: readonly (FormWork | null)[]): number | null {
  let seconds = 0;
  for (const form of forms) {
    if (form === null) return null;
    const { questions = 0, pages = 0, documents = 0 } = form;
    seconds += questions * SECONDS.questions + pages * SECONDS.pages + documents * SECONDS.documents;
  }
  return seconds === 0 ? null : (ROUNDED_MINUTES.find((minutes) => seconds <= minutes * 60) ?? null);
}
