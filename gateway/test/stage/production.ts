// A production gateway's environment with correct settings,
// for tests of what production does.
import { createHash } from 'node:crypto';

const digest = (of: string) => createHash('sha256').update(of).digest();

export const PRODUCTION = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://pay.example',
  MASTER_KEY: digest('master key of the tests').toString('base64'),
  OPERATOR_TOKEN: digest('operator token of the tests').toString('hex'),
};
