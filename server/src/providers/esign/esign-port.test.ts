import { describe } from 'vitest';
import { openBuiltinWorld } from './builtin/testing/builtin-world.ts';
import { openDocusignWorld } from './docusign/testing/docusign-world.ts';
import { describeEsignPort } from './testing/esign-port-suite.ts';

describe('the built-in provider', () => describeEsignPort('the built-in provider', openBuiltinWorld));
describe('DocuSign', () => describeEsignPort('DocuSign', openDocusignWorld));
