/** A cited test: its file in backticks, then its title in curly quotes. */
const REFERENCE = /`([\w./-]+\.(?:test\.tsx?|spec\.ts))` “([^”]+)”/g;
/** The number of level 1 and 2 requirements in each section of a chapter; they are its first ones, without gaps. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const ROW = /^\| (\d+\.\d+\.\d+) \| [^|]+ \| (met|not applicable|as specified|\*\*open\*\*) \| [^|]+ \|$/gm;

/** The 253 requirements of ASVS 5.0.0 for level 2. */
export const ASVS_NUMBERS: readonly string[] = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`),
  ),
);

/** Counts the tests that a page cites and reports nonexistent ones. Titles may contain straight or curly apostrophes. */
export function testReferences(page: string, read: (file: string) => string | undefined) {
  const found = [...page.matchAll(REFERENCE)].map(([, file = '', title = '']) => ({ file, title }));
  const problems = found
    .filter(({ file, title }) => !read(file)?.replaceAll("\\'", "'").includes(title))
    .map(({ file, title }) => `${file} has no test “${title}”`);
  return { followed: found.length, problems };
}

/** Problems of the ASVS table: missing, duplicate and unknown numbers. */
export function asvsProblems(page: string): string[] {
  const rows = [...page.matchAll(ROW)].map(([, number = '']) => number);
  const known = new Set(ASVS_NUMBERS);
  return [
    ...ASVS_NUMBERS.filter((number) => !rows.includes(number)).map((number) => `no row for ${number}`),
    ...rows.filter((number, at) => rows.indexOf(number) < at).map((number) => `duplicate row for ${number}`),
    ...rows
      .filter((number) => !known.has(number))
      .map((number) => `${number} is not a requirement of level 2`),
  ];
}
