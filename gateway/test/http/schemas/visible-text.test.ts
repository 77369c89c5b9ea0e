// A reason, a note or a name must be readable: every such field of operators and of the portal must hold a visible
// character. A new required text field that is not listed here as something else makes this test fail.
import assert from 'node:assert/strict';
import test from 'node:test';
import { describeApi } from '../../../scripts/write-openapi.ts';
import { closed, maybe, visibleText } from '../../../src/http/schemas/schema-fields.ts';
import { bareApp } from '../bare-app.ts';

const INVISIBLE = [' ', ' \u00a0\u3000', '\u200b\u200d', '\ufeff', '\u2800', '\u3164', '\u202e\u2060'];

test('a required text without a visible character is refused by the name of its field', async (t) => {
  const body = closed({ reason: visibleText(255, 'Why.'), note: maybe(visibleText(255, 'More.')) });
  const app = await bareApp({
    addRoutes: (scope) => scope.post('/decide', { schema: { body } }, async () => ({})),
  });
  t.after(() => app.close());
  const send = async (payload: object) => {
    const answer = await app.inject({ method: 'POST', url: '/decide', payload });
    return [answer.statusCode, answer.json().message];
  };
  for (const text of INVISIBLE) {
    const faults = ['reason: must have a visible character', 'note: must have a visible character'];
    assert.deepEqual(await send({ reason: text, note: text }), [400, faults], JSON.stringify(text));
  }
  assert.deepEqual(await send({ reason: '' }), [400, ['reason: must not be empty']]);
  for (const reason of ['.', ' 丁', '\u200b👍'])
    assert.deepEqual(await send({ reason, note: null }), [200, undefined]);
});

/**
 * Required texts that are not a person's words: each has its own format, or is only compared. The declaration of a
 * provider judges its credentials.
 */
const OTHERS =
  /\.(userId|code|totp|recoveryCode|email|domains|timeZone|body|issuer|clientId|clientSecret|roleClaim|query|content)$|\.credentials\.\w+$/;

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  minLength?: number;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

for (const audience of ['operator', 'portal'] as const) {
  test(`every required text of the ${audience} API must have a visible character`, async () => {
    const { paths, components } = JSON.parse(await describeApi(audience));
    const seen: string[] = [];
    const walk = (given: Schema, path: string): void => {
      const schema: Schema = given.$ref ? components.schemas[given.$ref.split('/').at(-1)!] : given;
      for (const one of schema.anyOf ?? []) walk(one, path);
      for (const [name, inner] of Object.entries(schema.properties ?? {})) walk(inner, `${path}.${name}`);
      if (schema.items) walk(schema.items, path);
      const isWords = /(^|\.)(\w*[nN]ame|\w*[rR]eason|note|description|tags)$/.test(path);
      const isText = [schema.type].flat().includes('string') && !schema.enum;
      if (!isText || !((schema.minLength ?? 0) > 0 || isWords) || OTHERS.test(path)) return;
      seen.push(path);
      assert.match(schema.description ?? '', /at least one of them visible/, path);
    };
    for (const methods of Object.values(
      paths as Record<
        string,
        Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: Schema }> } }>
      >,
    ))
      for (const { operationId, requestBody } of Object.values(methods))
        for (const { schema } of Object.values(requestBody?.content ?? {})) walk(schema, operationId);
    const expected = audience === 'operator' ? 'addBlock.reason' : 'decideOutcome.reason';
    assert.ok(seen.includes(expected), seen.join());
  });
}
