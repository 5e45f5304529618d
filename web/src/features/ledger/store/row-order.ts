/**
 * The row order: clients of the view in order, followed by rows added since. Unsaved rows have negative keys.
 */
export class RowOrder {
  #ids: readonly number[] = [];
  #added: number[] = [];
  #nextTemporary = -1;
  #positions: Map<number, number> | null = null;
  readonly #onMoved: () => void;

  constructor(onMoved: () => void = () => undefined) {
    this.#onMoved = onMoved;
  }

  get count(): number {
    return this.#ids.length + this.#added.length;
  }

  get temporary(): number[] {
    return this.#added.filter((key) => key < 0);
  }

  /** Applies the server's current order. Unsaved rows stay at the bottom. */
  load(ids: readonly number[]): void {
    this.#ids = ids;
    this.#added = this.temporary;
    this.#moved();
  }

  keyAt(position: number): number | undefined {
    return position < this.#ids.length ? this.#ids[position] : this.#added[position - this.#ids.length];
  }

  keys(from: number, to: number): number[] {
    const keys: number[] = [];
    for (let position = Math.max(0, from); position < Math.min(to, this.count); position += 1) {
      const key = this.keyAt(position);
      if (key !== undefined) keys.push(key);
    }
    return keys;
  }

  positionOf(key: number): number | undefined {
    this.#positions ??= new Map(this.keys(0, this.count).map((each, position) => [each, position]));
    return this.#positions.get(key);
  }

  addTemporary(): number {
    const key = this.#nextTemporary;
    this.#nextTemporary -= 1;
    this.append([key]);
    return key;
  }

  append(keys: readonly number[]): void {
    this.#added.push(...keys);
    this.#moved();
  }

  /** Called when a temporary row has become a client. */
  replace(key: number, id: number): void {
    this.#added = this.#added.map((each) => (each === key ? id : each));
    this.#moved();
  }

  remove(keys: readonly number[]): void {
    const gone = new Set(keys);
    this.#ids = this.#ids.filter((id) => !gone.has(id));
    this.#added = this.#added.filter((key) => !gone.has(key));
    this.#moved();
  }

  /** Reports that rows may have moved to other positions. */
  #moved(): void {
    this.#positions = null;
    this.#onMoved();
  }
}
