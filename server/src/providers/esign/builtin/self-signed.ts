import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** Just enough DER to encode one kind of certificate. */
function element(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const digits = length.toString(16);
  const long = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  const size = length < 128 ? Buffer.of(length) : Buffer.concat([Buffer.of(0x80 + long.length), long]);
  return Buffer.concat([Buffer.of(tag), size, content]);
}

const sequence = (...parts: Uint8Array[]) => element(0x30, ...parts);
const octets = (...parts: Uint8Array[]) => element(0x04, ...parts);
const bits = (bytes: Uint8Array, unused = 0) => element(0x03, Buffer.of(unused), bytes);
const utf8 = (text: string) => element(0x0c, Buffer.from(text));
/** RFC 7093, method 1: an identifier for the key, not a security measure. */
const KEY_ID_BYTES = 20;
const TRUE = Buffer.of(0x01, 0x01, 0xff);
const NULL = Buffer.of(0x05, 0x00);

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return element(0x06, Buffer.from(bytes));
}

/** Years after 2049 need the longer form (RFC 5280, 4.1.2.5). */
function time(instant: Date): Buffer {
  const digits = instant.toISOString().replace(/[-:T]|\.\d+/g, '');
  return instant.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}

function distinguishedName(parts: [string, string][]): Buffer {
  return sequence(...parts.map(([id, text]) => element(0x31, sequence(objectId(id), utf8(text)))));
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(objectId(id), ...(isCritical ? [TRUE] : []), octets(value));
}

const ID = {
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
};
const RSA_BITS = 3072;

export interface SelfSigned {
  /** DER. */
  certificate: Buffer;
  privateKey: KeyObject;
}

/** An RSA key and a self-signed certificate for signing documents only. */
export async function createSelfSigned(
  names: { organization: string; commonName: string },
  from: Date,
  until: Date,
): Promise<SelfSigned> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(objectId(ID.sha256WithRsa), NULL);
  const name = distinguishedName([
    [ID.organization, names.organization],
    [ID.commonName, names.commonName],
  ]);
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  // digitalSignature and nonRepudiation: the two highest bits.
  const usage = bits(Buffer.of(0xc0), 6);
  const extensions = sequence(
    extension(ID.basicConstraints, sequence(), true),
    extension(ID.keyUsage, usage, true),
    extension(
      ID.subjectKeyId,
      octets(createHash('sha256').update(keyInfo).digest().subarray(0, KEY_ID_BYTES)),
    ),
  );
  const body = sequence(
    element(0xa0, element(0x02, Buffer.of(2))),
    element(0x02, serial),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    keyInfo,
    element(0xa3, extensions),
  );
  return { certificate: sequence(body, algorithm, bits(sign('sha256', body, privateKey))), privateKey };
}
