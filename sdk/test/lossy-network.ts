// A lossy network between the client and the gateway, as the `fetch` of a client. It loses a request before it arrives,
// an answer, or only the client's patience while the request still travels.
export type Loss = 'request' | 'answer' | 'patience' | 'gateway-error';

export interface LossyNetwork {
  fetch: typeof fetch;
  /** Loses the next calls that change something, one each. */
  lose(...losses: Loss[]): void;
  /** Every call that reached the gateway: `POST /v3/payment`. */
  arrived: string[];
  /** Waits for requests that still travel, and loses nothing more. */
  settle(): Promise<void>;
}

export function lossyNetwork(): LossyNetwork {
  const losses: Loss[] = [];
  const travelling = new Set<Promise<unknown>>();
  const arrived: string[] = [];
  const broken = () => Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
  return {
    arrived,
    lose: (...more) => void losses.push(...more),
    async settle() {
      losses.length = 0;
      await Promise.allSettled(travelling);
    },
    async fetch(input, init) {
      const method = init?.method ?? 'GET';
      const loss = method === 'GET' ? undefined : losses.shift();
      if (loss === 'request') throw broken();
      arrived.push(`${method} ${new URL(String(input)).pathname}`);
      // The client gives up, but the request goes on.
      const answer = fetch(input, { ...init, signal: loss === undefined ? (init?.signal ?? null) : null });
      travelling.add(answer);
      answer.finally(() => travelling.delete(answer)).catch(() => {});
      if (loss === 'patience') throw broken();
      const response = await answer;
      if (loss === 'answer') throw broken();
      if (loss === 'gateway-error') return new Response('<html>bad gateway</html>', { status: 502 });
      return response;
    },
  };
}
