// The types of an OpenAPI document, as TypeScript. For the portal's API (write-types.ts) and for the SDK's (sdk/write-types.ts). The
// library keeps a TypeScript of its own, because ours has no API; that copy is in this workspace alone.
import openapiTs, { astToString, type OpenAPI3 } from 'openapi-typescript';

export async function describeTypes(document: object): Promise<string> {
  return astToString(await openapiTs(document as OpenAPI3, { alphabetize: true }));
}
