/** The rate of one policy itself, for the commissions. */
export { findOwnRate, removeOwnRate, setOwnRate } from './repository.ts';
