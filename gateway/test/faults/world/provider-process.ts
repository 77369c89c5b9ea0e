// Starts Adyen, Stripe and dLocal (providers.ts) as one process, connects merchants to them, and reads what they did.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DLOCAL } from '../../../../providers/prism/test/stand-ins/dlocal.ts';
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from '../../providers/adyen/stand-in/stand-in.ts';
import type { BankFaults, Deed } from './bank-words.ts';

/** dLocal through Prism. */
export type ProviderName = 'adyen' | 'stripe' | 'prism-dlocal';

interface Ready extends Record<ProviderName, string> {
  control: string;
  stripeSecrets: { secretKey: string; webhookSecrets: string[] };
}

export class ProviderProcess {
  readonly #child: ChildProcess;
  readonly #ready: Ready;

  static async start(): Promise<ProviderProcess> {
    const child = fork(join(import.meta.dirname, 'providers.ts'), [], {
      execArgv: [],
      env: { PATH: process.env.PATH },
    });
    const [ready] = await once(child, 'message');
    return new ProviderProcess(child, ready as Ready);
  }

  private constructor(child: ChildProcess, ready: Ready) {
    this.#child = child;
    this.#ready = ready;
  }

  /** The body of the operator's call that connects an account. */
  accountAt(provider: ProviderName): object {
    const credentials = {
      adyen: { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] },
      stripe: this.#ready.stripeSecrets,
      'prism-dlocal': DLOCAL.credentials,
    };
    return { environment: 'test', endpoint: this.#ready[provider], credentials: credentials[provider] };
  }

  /** Where a provider sends its notifications: the gateway that is in service. */
  async setAddress(provider: ProviderName, url: string): Promise<void> {
    await this.#ask('/addresses', { [provider]: url });
  }

  async setFaults(faults: Partial<BankFaults>): Promise<void> {
    await this.#ask('/faults', faults);
  }

  /** Nobody can connect while it is away; it keeps its memory. */
  async setAway(isAway: boolean): Promise<void> {
    await this.#ask('/away', { isAway });
  }

  async deeds(): Promise<Deed[]> {
    return (await this.#ask('/deeds', {})) as Deed[];
  }

  async kill(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  async #ask(path: string, body: object): Promise<unknown> {
    const answer = await fetch(this.#ready.control + path, { method: 'POST', body: JSON.stringify(body) });
    return await answer.json();
  }
}
