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
import { PRODUCTION } from '../stage/production.ts';
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
const declared: string[] = calls.flatMap(({ addresses }) => addresses).sort();

// proves 9.1; 9.1, legacy and v2
test('the gateway serves exactly the listed calls', async () => {
  assert.deepEqual(await served(), declared);
});

// proves 1 rule 6
test('production serves every call but those of the sandbox', async () => {
  const inProduction = await served({ ...PRODUCTION, DATABASE_URL: 'postgres://localhost/none' });
  assert.deepEqual(
    declared.filter((address) => !inProduction.includes(address)),
    [
      'GET /assets/sandbox/:file',
      'GET /sandbox/3ds/:token',
      'GET /sandbox/bank/:token',
      'POST /cashier/:token/simulate',
      'POST /portal/api/brands/:brandId/sample',
      'POST /sandbox/3ds/:token',
      'POST /sandbox/bank/:token',
      'POST /sandbox/captures/:captureId/outcome',
      'POST /sandbox/receiver/:brandId',
      'POST /sandbox/refunds/:refundId/outcome',
      'POST /sandbox/settlements',
      'POST /sandbox/transactions/:transactionId/dispute',
      'POST /sandbox/transactions/:transactionId/outcome',
      'POST /sandbox/transactions/:transactionId/return',
    ],
  );
});

test('no address is declared twice', () => {
  assert.equal(new Set(declared).size, declared.length);
});

async function served(env: Record<string, string> = {}): Promise<string[]> {
  const app = await bareApp({ env });
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
  return found.sort();
}
