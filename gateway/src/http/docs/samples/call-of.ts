// Turns a call of a guide's page into a sample call, which can be written in each language.
import type { Call } from '../source/read-source.ts';
import type { SampleCall } from './sample-call.ts';

export function sampleCallOfGuide({ method, path, headers, body }: Call, publicUrl: string): SampleCall {
  return {
    method,
    address: publicUrl + path,
    baseUrl: publicUrl,
    body,
    signature: 'X-Signature' in headers ? 'body' : 'Signature' in headers ? 'card' : null,
    idempotencyKey: headers['Idempotency-Key'] ?? null,
  };
}
