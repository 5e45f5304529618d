/** Progress in whole percent; 100 only when everything is done. */
export function percentOf(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((done / total) * 100);
}
