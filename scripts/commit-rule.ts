const TYPES = ['feat', 'fix', 'refactor', 'perf', 'docs', 'test', 'build', 'chore'];
const SUBJECT = new RegExp(`^(${TYPES.join('|')})\\([a-z0-9-]+\\): \\S`);
const MAX_LENGTH = 72;

/** What is wrong with the first line of a commit message, or null (docs/contributing.md). */
export function commitProblem(subject: string): string | null {
  if (!SUBJECT.test(subject)) return `must be "type(scope): summary" with one of ${TYPES.join(', ')}`;
  if (subject.length > MAX_LENGTH) return `is ${subject.length} characters long, at most ${MAX_LENGTH}`;
  return null;
}
