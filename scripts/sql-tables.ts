/** A table that a statement names, and whether it writes, locks or changes it. */
export interface NamedTable {
  table: string;
  isWritten: boolean;
}

/** Stands for what a statement gets at run time; no table has this name. */
export const UNKNOWN = '__';

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"([^"]*)"|([a-z_][a-z_0-9]*)|[.,()]/gi;
/** A list of tables ends with these; `on` and its conditions do not end it. */
const AFTER_TABLES = new Set(
  'where group order having limit offset union intersect except returning set values select window fetch for'.split(
    ' ',
  ),
);
const BEFORE_NAME = new Set(['only', 'lateral', 'table', 'if', 'exists', 'into']);
/** `for update`, `on conflict do update`, `on update cascade` name no table. */
const NO_STATEMENT = new Set(['for', 'key', 'do', 'on', 'then']);

interface Token {
  text: string;
  isWord: boolean;
}

function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(TOKEN)].flatMap(([text, quoted, word]): Token[] => {
    if (quoted !== undefined) return [{ text: quoted, isWord: false }];
    if (word !== undefined) return [{ text: word.toLowerCase(), isWord: true }];
    return /^[.,()]$/.test(text) ? [{ text, isWord: false }] : [];
  });
}

/** Inside one pair of parentheses: whether a table is due, whether more may follow a comma, and what happens to them. */
interface Level {
  isDue: boolean;
  isList: boolean;
  isWritten: boolean;
}

/** What a keyword lets expect; null for any other word. */
function expectedAfter(word: string, before: string, after: string): Level | null {
  const table = (isWritten: boolean, isList: boolean) => ({ isDue: true, isList, isWritten });
  if (word === 'from') return before === 'distinct' ? null : table(before === 'delete', true);
  if (word === 'join') return table(false, true);
  if (word === 'using') return after === '(' ? null : table(false, true);
  if (word === 'into') return table(true, false);
  if (word === 'update') return NO_STATEMENT.has(before) ? null : table(true, false);
  if (word === 'truncate') return table(true, true);
  if (word === 'table') return /^(lock|alter|drop)$/.test(before) ? table(true, true) : null;
  return AFTER_TABLES.has(word) ? { isDue: false, isList: false, isWritten: false } : null;
}

/**
 * The tables that a statement names where it reads (from, join, using, and lists with commas) and where it writes (insert,
 * update, delete, merge, truncate, lock, alter, drop), with schema and quotes or without.
 */
export function tablesInSql(sql: string): NamedTable[] {
  const tokens = tokensOf(sql);
  const textAt = (at: number) => tokens[at]?.text ?? '';
  const found: NamedTable[] = [];
  const levels: Level[] = [{ isDue: false, isList: false, isWritten: false }];
  for (let at = 0; at < tokens.length; at += 1) {
    const { text, isWord } = tokens[at] ?? { text: '', isWord: false };
    const level = levels.at(-1) ?? { isDue: false, isList: false, isWritten: false };
    if (text === '(') {
      levels.push({ ...level, isList: level.isDue });
      level.isDue = false;
    } else if (text === ')') {
      if (levels.length > 1) levels.pop();
    } else if (text === ',') {
      level.isDue = level.isList;
    } else if (level.isDue && isWord && (BEFORE_NAME.has(text) || AFTER_TABLES.has(text))) {
      if (AFTER_TABLES.has(text)) Object.assign(level, { isDue: false, isList: false });
    } else if (level.isDue && text !== '.') {
      if (textAt(at + 1) === '.') at += 2;
      found.push({ table: textAt(at), isWritten: level.isWritten });
      level.isDue = false;
    } else if (isWord) {
      Object.assign(level, expectedAfter(text, textAt(at - 1), textAt(at + 1)));
    }
  }
  return found;
}
