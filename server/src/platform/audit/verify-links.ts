import type { AuditFinding } from '@ledgerline/contract/audit-checks/endpoints';
import {
  type ChainRow,
  GENESIS,
  idOf,
  knowsVersion,
  type LinkContent,
  linkHash,
  momentOf,
  transactionOf,
} from './chain.ts';

/** The most findings to report; those after the first are mostly consequences of it. */
const MAX_FINDINGS = 20;

/** A link with its row; null if the row is gone. */
export interface StoredLink extends Omit<LinkContent, 'row'> {
  event_id: number;
  hash: Buffer;
  row: ChainRow | null;
}

/** A link that does not match, until the next one shows the reason. */
interface Unfit {
  link: StoredLink;
  row: ChainRow;
  computed: Buffer;
}

/** The findings of a check, in chain order. */
export class Findings {
  readonly #found: AuditFinding[] = [];

  add(
    kind: AuditFinding['kind'],
    at: { position?: number; event_id?: number | null },
    message: string,
  ): void {
    this.#found.push({ kind, position: at.position ?? null, event_id: at.event_id ?? null, message });
    if (this.#found.length > 2 * MAX_FINDINGS) this.#found.splice(0, Infinity, ...this.inOrder());
  }

  /** By position; then those without one, and those of checkpoints, which locate the change less exactly. */
  inOrder(): AuditFinding[] {
    const positionOf = ({ kind, position }: AuditFinding) =>
      kind === 'head' || position === null ? Number.POSITIVE_INFINITY : position;
    return this.#found
      .toSorted((one, other) => compare(positionOf(one), positionOf(other)))
      .slice(0, MAX_FINDINGS);
  }
}

/** Walks along the chain link by link, in archives and in the table, and reports mismatches. */
export class Walk {
  readonly #findings: Findings;
  #position: number;
  /** The hash before the next link; unknown after missing links. */
  #previous: Buffer | null;
  #unfit: Unfit | null = null;

  constructor(findings: Findings, from: { position: number; hash: Buffer } = { position: 0, hash: GENESIS }) {
    this.#findings = findings;
    this.#position = from.position;
    this.#previous = from.hash;
  }

  /** The last visited position. */
  get position(): number {
    return this.#position;
  }

  step(link: StoredLink): void {
    this.missUntil(link.position - 1);
    this.#position = link.position;
    const { row } = link;
    if (row === null || !knowsVersion(link.version)) {
      this.#reportMismatch();
      if (row === null)
        this.#findings.add(
          'missing',
          link,
          `Row ${link.event_id}, at position ${link.position}, is missing.`,
        );
      else
        this.#findings.add(
          'link',
          link,
          `The link at position ${link.position} has the encoding ${link.version}, which this version does not know.`,
        );
    } else if (this.#previous !== null) this.#compare({ ...link, row }, this.#previous);
    this.#previous = link.hash;
  }

  /** Reports positions up to this one as missing. */
  missUntil(last: number): void {
    if (last <= this.#position) return;
    this.#reportMismatch();
    const first = this.#position + 1;
    const subject =
      first === last ? `The link at position ${first} is` : `The links at positions ${first} to ${last} are`;
    this.#findings.add(
      'missing',
      { position: first },
      `${subject} missing, so the rows it covered cannot be verified.`,
    );
    this.#position = last;
    this.#previous = null;
  }

  /** Ends at the recorded position and hash of the chain's end. */
  end(position: number, hash: Buffer): void {
    this.missUntil(position);
    if (this.#unfit?.computed.equals(hash)) this.#reportMismatch('link');
    else if (this.#previous !== null && !this.#previous.equals(hash)) {
      this.#reportMismatch();
      this.#findings.add(
        'link',
        { position },
        `The chain does not end with the link at position ${position}.`,
      );
    }
    this.#reportMismatch();
  }

  #compare(link: StoredLink & { row: ChainRow }, previous: Buffer): void {
    const computed = linkHash(link, previous);
    if (computed.equals(link.hash)) {
      this.#reportMismatch(this.#isMoved(link.row) ? 'moved' : undefined);
      return;
    }
    const unfit = this.#unfit;
    if (unfit && linkHash(link, unfit.computed).equals(link.hash)) {
      this.#reportMismatch('link');
      return;
    }
    this.#reportMismatch(this.#isMoved(link.row) ? 'moved' : undefined);
    this.#unfit = { link, row: link.row, computed };
  }

  /** Whether the mismatching row belongs after the next one. */
  #isMoved(next: ChainRow): boolean {
    return this.#unfit !== null && isBehind(this.#unfit.row, next);
  }

  #reportMismatch(kind: 'changed' | 'moved' | 'link' = 'changed'): void {
    const unfit = this.#unfit;
    if (!unfit) return;
    this.#unfit = null;
    const { position } = unfit.link;
    const row = `Row ${idOf(unfit.row)} of ${momentOf(unfit.row).toISOString()}, at position ${position},`;
    const messages = {
      changed: `${row} differs from what was recorded there: it was changed, or rows before it were removed.`,
      moved: `${row} was moved: it belongs further down the chain.`,
      link: `The link at position ${position} was changed; ${row.replace('Row', 'row').slice(0, -1)} is unchanged.`,
    };
    this.#findings.add(kind, { position, event_id: idOf(unfit.row) }, messages[kind]);
  }
}

function isBehind(row: ChainRow, next: ChainRow): boolean {
  const [one, other] = [transactionOf(row), transactionOf(next)];
  return one === other ? idOf(row) > idOf(next) : one > other;
}

const compare = (one: number, other: number) => (one === other ? 0 : one - other);
