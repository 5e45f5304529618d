/**
 * Preloaded into the server: shifts its clock by the number of milliseconds that the parent process sends, as a faulty time
 * server would. It replaces Date, which all code in the process uses, including the product's own clock.
 */
let offsetMs = 0;
process.on('message', (message: unknown) => {
  if (typeof message === 'object' && message && 'offsetMs' in message) offsetMs = Number(message.offsetMs);
});
process.channel?.unref();

const Real = Date;
globalThis.Date = new Proxy(Real, {
  construct: (target, input, newTarget) =>
    Reflect.construct(target, input.length === 0 ? [Real.now() + offsetMs] : input, newTarget),
  apply: () => new Real(Real.now() + offsetMs).toString(),
  get: (target, name) => (name === 'now' ? () => Real.now() + offsetMs : Reflect.get(target, name)),
});
