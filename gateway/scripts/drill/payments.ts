// The load of the drills: card payments at a steady rate, and the answer to each. A client waits for nobody: it sends
// the next payment on time.
import { Agent, request } from 'undici';

export interface Sent {
  reference: string;
  /** 0: no answer. */
  status: number;
  /** Why there was no answer: the code of the connection's error. */
  why?: string;
  /** When the answer came, by this process's clock. */
  answeredAt: number;
}

export class Payments {
  readonly sent: Sent[] = [];
  readonly #agent = new Agent({ connections: 64 });
  readonly #open = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #count = 0;

  /** `url` is called again for each payment. */
  constructor(url: () => string, brand: { apiKey: string; optionId: string }, perSecond: number) {
    this.#timer = setInterval(() => {
      const paid = this.#pay(url(), brand).finally(() => this.#open.delete(paid));
      this.#open.add(paid);
    }, 1_000 / perSecond);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
    await this.#agent.close();
  }

  /** How many answers had each status. */
  counts(): Record<number, number> {
    const counts: Record<number, number> = {};
    for (const { status } of this.sent) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  /** How many had no answer, by reason. */
  reasons(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { why } of this.sent) if (why !== undefined) counts[why] = (counts[why] ?? 0) + 1;
    return counts;
  }

  async #pay(url: string, { apiKey, optionId }: { apiKey: string; optionId: string }): Promise<void> {
    const reference = `drill-${process.pid}-${++this.#count}`;
    const body = JSON.stringify({
      paymentOptionId: optionId,
      currency: 'EUR',
      amount: 25,
      country: 'DE',
      merchantReference: reference,
      paymentData: {
        cardNumber: '4242424242424242',
        expiryMonth: '12',
        expiryYear: '2035',
        cardCvv: '123',
        cardHolder: 'Ada Lovelace',
      },
    });
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const got = await request(`${url}/v3/payment`, {
      method: 'POST',
      headers,
      body,
      dispatcher: this.#agent,
      headersTimeout: 20_000,
    }).then(
      async (answer) => {
        await answer.body.dump();
        return { status: answer.statusCode };
      },
      (error: NodeJS.ErrnoException) => ({ status: 0, why: error.code ?? error.name }),
    );
    this.sent.push({ reference, ...got, answeredAt: Date.now() });
  }
}

/** Makes a merchant with a brand, by the operator's calls. */
export async function makeBrand(
  url: string,
  operatorToken: string,
): Promise<{ apiKey: string; brandId: string }> {
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const { merchantId } = await post('/operator/merchants', { name: `Drill ${Date.now()}` });
  const { apiKey, brandId } = await post(`/operator/merchants/${merchantId}/brands`, { name: 'Drill' });
  return { apiKey: apiKey!, brandId: brandId! };
}
