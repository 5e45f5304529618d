/** The first of the rows that are asked for, if there is one. */
export async function first<Row>(rows: PromiseLike<Row[]>): Promise<Row | undefined> {
  return (await rows)[0];
}

/** The rows that a list without pages answers, out of up to one more than that. */
export function cut<Row>(rows: Row[], most: number): { rows: Row[]; truncated: boolean } {
  return { rows: rows.slice(0, most), truncated: rows.length > most };
}

/** The row that was stored, as an insert gives it back. */
export async function stored<Row>(rows: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error('the row was not stored');
  return row;
}
