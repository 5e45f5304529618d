const FEATURES = /^web\/src\/features\//;
const TESTS = /\/testing\/|\.test\.tsx?$/;
/** Folders named after a kind of file instead of their subject. */
const KINDS_OF_FILES = /\/(parts|components|hooks|shared|types|styles|pages)\//;
/** A component with such a name belongs in a file with the same ending. */
const ENDINGS = ['Page', 'Dialog', 'Drawer', 'Table', 'Badge'];
const EXPORTED = /^export (?:async )?(?:function|const|class) (\w+)/gm;

/** Reports files of web features whose name does not match their content (docs/contributing.md). */
export function webNameProblems(file: string, text: string): string[] {
  if (!FEATURES.test(file) || TESTS.test(file)) return [];
  const name = file.slice(file.lastIndexOf('/') + 1);
  const [stem = ''] = name.split('.');
  const exported = [...text.matchAll(EXPORTED)].map(([, word = '']) => word);
  return [
    ...(KINDS_OF_FILES.test(file) ? ['a folder named after a kind of file: name it after its subject'] : []),
    ...(stem === 'api' && !/^web\/src\/features\/[^/]+\/api\.ts$/.test(file)
      ? ['api.ts belongs at the top of the feature']
      : []),
    ...exported.flatMap((word) => wordProblems(word, stem, name)),
    ...(stem.startsWith('use-') && !exported.some((word) => word.startsWith(camel(stem)))
      ? [`exports no ${camel(stem)}`]
      : []),
  ];
}

function wordProblems(word: string, stem: string, name: string): string[] {
  if (/^use[A-Z]/.test(word))
    return stem === 'api' || stem.startsWith('use-') || name.endsWith('.tsx')
      ? []
      : [`the hook ${word} belongs in a file named use-…, or in api.ts`];
  const ending = ENDINGS.find((each) => /^[A-Z][a-z]/.test(word) && word.endsWith(each));
  return ending && name.endsWith('.tsx') && !stem.endsWith(ending.toLowerCase())
    ? [`${word} belongs in a file named …-${ending.toLowerCase()}.tsx`]
    : [];
}

function camel(stem: string): string {
  return stem.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
