import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { guideOf } from '../web/guide-files.ts';
import { guideProblems } from './guide-rule.ts';
import { textsIn } from './screen-texts.ts';

const PICTURES = 'docs/guide/pictures';
/** Sources of the texts in screens, emails and error messages, without tests and their fixtures. */
const SHOWN = /^(web|contract|server)\/src\/(?!.*(\/testing\/|\.test\.)).+\.tsx?$/;

/** The problems of docs/guide; `files` are the files of the repository. */
export function problemsOfGuide(root: string, files: readonly string[]): string[] {
  const texts = files
    .filter((file) => SHOWN.test(file))
    .flatMap((file) => textsIn(file, readFileSync(path.join(root, file), 'utf8')));
  const pictures = readdirSync(path.join(root, PICTURES)).map((name): [string, number] => {
    return [`pictures/${name}`, statSync(path.join(root, PICTURES, name)).size];
  });
  try {
    return guideProblems(guideOf(), { texts, pictures: new Map(pictures) });
  } catch (error) {
    return [`docs/guide: ${error instanceof Error ? error.message : String(error)}`];
  }
}
