// A call of the API in each language of the documentation. A test runs every sample against a gateway.
import { curlSample } from './curl.ts';
import { nodeSample } from './node.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import type { SampleCall } from './sample-call.ts';
import { sdkSample } from './sdk.ts';

/** By the names shown on the page. null: this language has no sample for the call. */
const LANGUAGES = {
  curl: curlSample,
  SDK: sdkSample,
  'Node.js': nodeSample,
  Python: pythonSample,
  PHP: phpSample,
} as const satisfies Record<string, (call: SampleCall) => string | null>;

export type Language = keyof typeof LANGUAGES;

export function writeSamples(call: SampleCall): [language: Language, code: string][] {
  return Object.entries(LANGUAGES).flatMap(([language, write]) => {
    const code = write(call);
    return code === null ? [] : [[language as Language, code] as [Language, string]];
  });
}
