// Reads openapi/signature-vectors.json for all tests that compare
// something with it. It never changes the vectors.
import { readFileSync } from 'node:fs';

export interface Vector {
  name: string;
  secret: string;
  input: string;
  stringToSign: string;
  signature: string;
  contentType?: string;
  secrets?: string[];
  headers?: Record<string, string>;
}

const FILE = new URL('../../../openapi/signature-vectors.json', import.meta.url);

export const VECTORS_TEXT = readFileSync(FILE, 'utf8');
export const VECTOR_GROUPS: Record<string, { rule: string; vectors: Vector[] }> =
  JSON.parse(VECTORS_TEXT).groups;
