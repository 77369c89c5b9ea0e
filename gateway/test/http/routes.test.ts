// routes.ts and portal-routes.ts name every URL: the test compares
// their comments with what the app answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { bareApp } from './bare-app.ts';

const source = ['routes.ts', 'portal/portal-routes.ts']
  .map((file) => readFileSync(new URL(`../../src/http/${file}`, import.meta.url), 'utf8'))
  .join('\n');
const promised = [...source.matchAll(/\/\/ ((?:GET|POST|PUT|PATCH|DELETE) \/\S*)$/gm)].map(
  ([, address]) => address!,
);

// proves 9.1; 9.1, legacy and v2
test('each address in the comments of routes.ts exists, and there is no other', async () => {
  const app = await bareApp();
  const found: string[] = [];
  const stack: string[] = [];
  // Fastify prints its routes as a tree; each line adds its part to the prefix of its depth.
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^((?:│ {3}| {4})*)(?:├──|└──) (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!match) continue;
    const [, indent, part, methods] = match;
    stack.length = indent!.length / 4;
    // The list omits its slash.
    stack.push(part === '*' ? '/*' : part!);
    for (const method of methods?.split(', ') ?? []) {
      if (method !== 'HEAD') found.push(`${method} ${stack.join('')}`);
    }
  }
  await app.close();
  assert.deepEqual(found.sort(), promised.sort());
});
