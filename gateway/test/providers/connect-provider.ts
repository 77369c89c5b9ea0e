// Connects a brand to an account at a stand-in, whose check must succeed. The stand-in shares its process with the
// tests, so on a busy machine it may answer after the ten seconds that the gateway waits in a check. Then the account
// is connected once more.
import assert from 'node:assert/strict';
import { type Answer, eventually, type TestGateway } from '../stage/harness.ts';

const CONNECTING_MS = 60_000;

export async function connectProvider(
  { operator }: Pick<TestGateway, 'operator'>,
  brandId: string,
  provider: string,
  account: Record<string, unknown>,
): Promise<Answer['body']> {
  const path = `/operator/brands/${brandId}/providers/${provider}`;
  const { status, body, text } = await eventually(async () => {
    const answer = await operator('PUT', path, { environment: 'test', ...account });
    return !/did not answer within/.test(answer.body.checkResult?.reason) && answer;
  }, CONNECTING_MS);
  assert.equal(status, 200, text);
  assert.deepEqual(body.checkResult, { ok: true, reason: null });
  return body;
}
