import { type Plugin, parseSync } from 'vite';

/** Any object with `type` is a node of the syntax tree. */
interface Node {
  type: string;
  start: number;
  end: number;
  key?: { name?: string };
  properties?: Node[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function* objectsIn(node: Node): Generator<Node> {
  if (node.type === 'ObjectExpression') yield node;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* objectsIn(child);
}

/** Removes `summary` from the endpoints in this source: objects that also have a `reply`. */
function withoutSummaries(fileName: string, source: string): string {
  const { program } = parseSync(fileName, source);
  const summaries = [...objectsIn(program)].flatMap(({ properties = [] }) => {
    const isEndpoint = properties.some(({ key }) => key?.name === 'reply');
    return isEndpoint ? properties.filter(({ key }) => key?.name === 'summary') : [];
  });
  return summaries.reduceRight(
    (code, { start, end }) => code.slice(0, start) + code.slice(end).replace(/^\s*,/, ''),
    source,
  );
}

/** Keeps the summaries of the API description out of the browser's code, which never shows them. */
export function apiSummaries(): Plugin {
  return {
    name: 'api-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /contract[\\/]src[\\/].*\.ts$/, code: 'summary:' },
      handler: (code, id) => withoutSummaries(id, code),
    },
  };
}
