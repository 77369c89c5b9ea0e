// Writes the types of an OpenAPI document as TypeScript, for the portal's API (write-types.ts) and for the SDK's
// (sdk/write-types.ts). The library brings its own TypeScript, because ours has no API; that copy is only in this
// workspace.
import openapiTs, { astToString, type OpenAPI3 } from 'openapi-typescript';

export async function describeTypes(document: object): Promise<string> {
  return astToString(await openapiTs(document as OpenAPI3, { alphabetize: true }));
}
