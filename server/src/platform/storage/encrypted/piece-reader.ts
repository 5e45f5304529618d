/** Reads a given number of bytes at a time from a stream with pieces of any length. */
export class PieceReader {
  readonly #pieces: AsyncIterator<unknown>;
  #left: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<unknown>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** `size` bytes, or fewer if the stream ends before. */
  async read(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = size;
    while (missing > 0) {
      if (this.#left.length === 0 && !(await this.#fetch())) break;
      const part = this.#left.subarray(0, missing);
      this.#left = this.#left.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** The rest of the stream, piece by piece. */
  async *rest(): AsyncGenerator<Buffer> {
    while (this.#left.length > 0 || (await this.#fetch())) {
      const piece = this.#left;
      this.#left = Buffer.alloc(0);
      yield piece;
    }
  }

  async #fetch(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.#pieces.next();
      if (done) return false;
      if (!(value instanceof Uint8Array) || value.length === 0) continue;
      this.#left = Buffer.from(value.buffer, value.byteOffset, value.length);
      return true;
    }
  }
}
