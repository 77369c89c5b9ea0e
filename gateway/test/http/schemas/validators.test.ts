// The app compiles a schema when a request first needs it. So that no merchant finds a wrong one, this test compiles
// all of them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { buildValidator } from '../../../src/http/schemas/validators.ts';
import { bareApp } from '../bare-app.ts';

const PARTS = ['body', 'querystring', 'params', 'headers'] as const;

/** The call as Fastify makes it: with the schema and its purpose. */
const compile = (schema: unknown) => buildValidator({})({ schema } as never);

test('every schema of every route compiles in strict mode', async () => {
  const wrong: string[] = [];
  let compiled = 0;
  const app = await bareApp({
    onRoute({ method, url, schema }) {
      for (const part of PARTS) {
        const judged = schema?.[part];
        if (judged === undefined) continue;
        compiled += 1;
        try {
          compile(judged)(null);
        } catch (error) {
          wrong.push(`${method} ${url}, ${part}: ${error}`);
        }
      }
    },
  });
  await app.close();
  assert.deepEqual(wrong, []);
  assert.ok(compiled > 150, `${compiled} schemas`);
});

test('compiling a wrong schema fails', () => {
  const judge = compile({ type: 'object', propertys: {} });
  assert.throws(() => judge({}), /unknown keyword: "propertys"/);
});
