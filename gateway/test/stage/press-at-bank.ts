// A shopper presses a button on a page of the sandbox bank and follows the return address, over HTTP. The addresses
// start with PUBLIC_URL, which need not be the test gateway's address. So only their paths are called, at the gateway
// itself.
import assert from 'node:assert/strict';
import type { Answer, TestGateway } from './harness.ts';

type Caller = Pick<TestGateway, 'call'>;

/** Returns the shopper's final answer: 303 to the shop or the cashier, or a page of the gateway. */
export async function pressAtBank(gate: Caller, page: string, decision: string): Promise<Answer> {
  return await comeBack(gate, await postToBank(gate, page, { decision }));
}

/** Only the press: the bank has decided, and the shopper has not come back yet. */
export function postToBank(gate: Caller, page: string, fields: Record<string, string>): Promise<Answer> {
  return gate.call('POST', pathOf(page), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(fields)),
  });
}

/** Follows the bank's answer through the return address, if it leads there. */
export async function comeBack(gate: Caller, pressed: Answer): Promise<Answer> {
  const location = pressed.headers.get('location');
  if (location === null || !pathOf(location).startsWith('/return/')) return pressed;
  assert.equal(pressed.status, 303, pressed.text);
  return await gate.call('GET', pathOf(location));
}

/** `/path?query` of an address; a path stays as it is. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost');
  return pathname + search;
}
