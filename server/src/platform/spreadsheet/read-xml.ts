import { setImmediate } from 'node:timers/promises';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { asDamaged } from './zip-parts.ts';

export interface XmlHandlers {
  /** Names are passed without their namespace prefix. */
  open?(name: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(name: string): void;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Parses one XML part as a stream. Entity declarations are rejected: no spreadsheet has any. */
export async function readXml(chunks: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    handlers.open?.(local(tag.name), (name) => tag.attributes[name] ?? withPrefix(tag, name));
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  parser.on('closetag', (tag) => handlers.close?.(local(tag.name)));
  parser.on('doctype', () => {
    throw asDamaged(new Error('a document type is declared'));
  });
  try {
    for await (const chunk of chunks) {
      parser.write(chunk);
      await setImmediate();
    }
    parser.close();
  } catch (error) {
    throw asDamaged(error);
  }
}

function withPrefix(tag: SaxesTagPlain, name: string): string | undefined {
  const key = Object.keys(tag.attributes).find((candidate) => candidate.endsWith(`:${name}`));
  return key === undefined ? undefined : tag.attributes[key];
}
