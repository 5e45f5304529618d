/** A table in a statement, and whether the statement writes, locks or alters it. */
export interface NamedTable {
  table: string;
  isWritten: boolean;
}

/** Placeholder for values inserted at run time; no table has this name. */
export const UNKNOWN = '__';

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"([^"]*)"|([a-z_][a-z_0-9]*)|[.,()]/gi;
/** Keywords that end a list of tables; `on` and its conditions do not. */
const AFTER_TABLES = new Set(
  'where group order having limit offset union intersect except returning set values select window fetch for'.split(
    ' ',
  ),
);
const BEFORE_NAME = new Set(['only', 'lateral', 'table', 'if', 'exists', 'into']);
/** Words after which `update` does not start a statement: `for update`, `on conflict do update`, `on update cascade`. */
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

/** State inside one pair of parentheses: whether a table is expected next or after a comma, and whether it is written. */
interface Level {
  isExpected: boolean;
  isList: boolean;
  isWritten: boolean;
}

/** The state after a keyword; null for any other word. */
function expectedAfter(word: string, before: string, after: string): Level | null {
  const table = (isWritten: boolean, isList: boolean) => ({ isExpected: true, isList, isWritten });
  if (word === 'from') return before === 'distinct' ? null : table(before === 'delete', true);
  if (word === 'join') return table(false, true);
  if (word === 'using') return after === '(' ? null : table(false, true);
  if (word === 'into') return table(true, false);
  if (word === 'update') return NO_STATEMENT.has(before) ? null : table(true, false);
  if (word === 'truncate') return table(true, true);
  if (word === 'table') return /^(lock|alter|drop)$/.test(before) ? table(true, true) : null;
  return AFTER_TABLES.has(word) ? { isExpected: false, isList: false, isWritten: false } : null;
}

/**
 * The tables that a statement reads (from, join, using, and comma-separated lists) and writes (insert, update, delete, merge,
 * truncate, lock, alter, drop), with or without schema and quotes.
 */
export function tablesInSql(sql: string): NamedTable[] {
  const tokens = tokensOf(sql);
  const textAt = (at: number) => tokens[at]?.text ?? '';
  const found: NamedTable[] = [];
  const levels: Level[] = [{ isExpected: false, isList: false, isWritten: false }];
  for (let at = 0; at < tokens.length; at += 1) {
    const { text, isWord } = tokens[at] ?? { text: '', isWord: false };
    const level = levels.at(-1) ?? { isExpected: false, isList: false, isWritten: false };
    if (text === '(') {
      levels.push({ ...level, isList: level.isExpected });
      level.isExpected = false;
    } else if (text === ')') {
      if (levels.length > 1) levels.pop();
    } else if (text === ',') {
      level.isExpected = level.isList;
    } else if (level.isExpected && isWord && (BEFORE_NAME.has(text) || AFTER_TABLES.has(text))) {
      if (AFTER_TABLES.has(text)) Object.assign(level, { isExpected: false, isList: false });
    } else if (level.isExpected && text !== '.') {
      if (textAt(at + 1) === '.') at += 2;
      found.push({ table: textAt(at), isWritten: level.isWritten });
      level.isExpected = false;
    } else if (isWord) {
      Object.assign(level, expectedAfter(text, textAt(at - 1), textAt(at + 1)));
    }
  }
  return found;
}
