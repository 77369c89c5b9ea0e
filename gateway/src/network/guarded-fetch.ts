// `fetch` for addresses that a merchant gave us, if we read the answer. It checks the address at each connection, never
// follows a redirect, and limits the length of the answer and the time of waiting. The calls to identity providers use
// it.
import { type ConnectionRules, guardedConnector } from '@tollgate/provider-kit/http/guarded-connector';
import { Agent, request } from 'undici';

const MOST_BYTES = 1024 * 1024;

export class GuardedFetch {
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  constructor(rules: ConnectionRules) {
    this.#timeoutMs = rules.timeoutMs;
    this.#agent = new Agent({ connect: guardedConnector(rules), allowH2: false });
  }

  /** Throws if no answer came, or if the answer is too long. A redirect is an answer like any other. */
  async fetch(
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | undefined },
  ): Promise<Response> {
    const answer = await request(url, {
      dispatcher: this.#agent,
      method: method as 'GET',
      headers,
      body: body ?? null,
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new Error('the answer is too long');
      chunks.push(chunk as Buffer);
    }
    const kept = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const hasBody = ![204, 205, 304].includes(answer.statusCode);
    return new Response(hasBody ? Buffer.concat(chunks) : null, { status: answer.statusCode, headers: kept });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
