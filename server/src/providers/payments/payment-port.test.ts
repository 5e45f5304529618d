import { describe } from 'vitest';
import { openBuiltinPaymentWorld } from './builtin/testing/builtin-payment-world.ts';
import { openSquarePaymentWorld } from './square/testing/square-payment-world.ts';
import { describePaymentPort } from './testing/payment-port-suite.ts';

describe('the built-in provider', () =>
  describePaymentPort('the built-in provider', openBuiltinPaymentWorld));
describe('Square', () => describePaymentPort('Square', openSquarePaymentWorld));
