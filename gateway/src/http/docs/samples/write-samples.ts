// A call of the API in each language of the reference page. A test runs every sample against a gateway.
import { curlSample } from './curl.ts';
import { nodeSample } from './node.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import type { SampleCall } from './sample-call.ts';

/** By the names shown on the page. */
const LANGUAGES = {
  curl: curlSample,
  'Node.js': nodeSample,
  Python: pythonSample,
  PHP: phpSample,
} as const satisfies Record<string, (call: SampleCall) => string>;

export type Language = keyof typeof LANGUAGES;

export function writeSamples(call: SampleCall): [language: Language, code: string][] {
  return Object.entries(LANGUAGES).map(([language, write]) => [language as Language, write(call)]);
}
