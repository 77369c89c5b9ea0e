// Checks a message against its ISO 20022 schema. Without ISO20022_SCHEMAS, which names the folder of the schemas, it
// checks nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const FOLDER = process.env.ISO20022_SCHEMAS;

/** For a test's option `skip`; false: the schemas are there. */
export const WITHOUT_SCHEMAS =
  FOLDER === undefined ? 'set ISO20022_SCHEMAS to a folder with the schemas of ISO 20022' : false;

/** `name`: pain.001.001.09. */
export async function assertValid(xml: string, name: string): Promise<void> {
  const schema = readFileSync(join(FOLDER!, `${name}.xsd`), 'utf8');
  const { errors } = await validateXML({
    xml: [{ fileName: 'message.xml', contents: xml }],
    schema: [{ fileName: `${name}.xsd`, contents: schema }],
    initialMemoryPages: 256,
    maxMemoryPages: 4096,
  });
  assert.deepEqual(
    errors.slice(0, 5).map(({ message }) => message),
    [],
  );
}
