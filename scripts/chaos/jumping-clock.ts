/**
 * Loaded before the server: its clock goes ahead or back by as many milliseconds as its parent says, from one call to the
 * next, as after a bad time server. Everything in the process asks Date, the product's own clock included.
 */
let ahead = 0;
process.on('message', (message: unknown) => {
  if (typeof message === 'object' && message && 'ahead' in message) ahead = Number(message.ahead);
});
process.channel?.unref();

const Real = Date;
globalThis.Date = new Proxy(Real, {
  construct: (target, input, newTarget) =>
    Reflect.construct(target, input.length === 0 ? [Real.now() + ahead] : input, newTarget),
  apply: () => new Real(Real.now() + ahead).toString(),
  get: (target, name) => (name === 'now' ? () => Real.now() + ahead : Reflect.get(target, name)),
});
