/** The first of the rows that are asked for, if there is one. */
export async function first<Row>(rows: PromiseLike<Row[]>): Promise<Row | undefined> {
  return (await rows)[0];
}

/** The row that was stored, as an insert gives it back. */
export async function stored<Row>(rows: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error('the row was not stored');
  return row;
}
