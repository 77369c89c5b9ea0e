// The lists of calls in routes.ts and portal-routes.ts are all that the server answers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openPortalCalls, portalCalls, unprovenPortalCalls } from '../../src/http/portal/portal-routes.ts';
import {
  bankPages,
  cashierCalls,
  merchantCalls,
  openCalls,
  operatorCalls,
  paymentPages,
} from '../../src/http/routes.ts';
import { bareApp } from './bare-app.ts';

const calls = [
  ...merchantCalls,
  ...operatorCalls,
  ...cashierCalls,
  ...openCalls,
  ...paymentPages,
  ...bankPages,
  ...openPortalCalls,
  ...unprovenPortalCalls,
  ...portalCalls,
];
const declared: string[] = calls.flatMap(({ addresses }) => addresses);

// proves 9.1; 9.1, legacy and v2
test('the gateway serves exactly the listed calls', async () => {
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
  assert.deepEqual(found.sort(), declared.sort());
});

test('no address is declared twice', () => {
  assert.equal(new Set(declared).size, declared.length);
});
