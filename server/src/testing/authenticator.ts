import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The requests to the page and the authenticator, as far as they are used. */
interface ChallengeOptions {
  challenge: string;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** CBOR, as far as attestations need it (RFC 8949): head, bytes, text. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);

/** A software authenticator with one ES256 passkey: creates it, and answers challenges with it. */
export function createAuthenticator({ host = 'localhost', origin = 'http://localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, { challenge }: ChallengeOptions) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count]);
  };
  const names = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };
  return {
    /** The next counter value; it increases with each response. */
    set counter(next: number) {
      counter = next;
    },
    create(order: ChallengeOptions) {
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, 'base64url')),
      ]);
      // User present and verified, with a credential.
      const data = Buffer.concat([authData(0x45), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = Buffer.concat([
        head(5, 3),
        ...[text('fmt'), text('none'), text('attStmt'), head(5, 0), text('authData'), bytes(data)],
      ]);
      return {
        ...names,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', order)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    /** `isVerified: false`: the person was present, but not verified. */
    answer(question: ChallengeOptions, { isVerified = true } = {}) {
      counter += 1;
      const data = authData(isVerified ? 0x05 : 0x01);
      const client = clientData('webauthn.get', question);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...names,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}
