// Which provider serves which option. gateway.ts opens it once. A new provider gets a folder beside sandbox/ and a
// line here. In production the sandbox does not exist: an option nobody serves is declined 1011.
import { findOption } from '../domain/payment-option.ts';
import type { Provider } from './provider.ts';
import { createSandbox } from './sandbox/sandbox.ts';

export interface Providers {
  /** Who takes on new transactions of this option or suboption. */
  forOption(optionId: string): Provider | undefined;
  /** Who took on a transaction earlier, by the id that was stored with it. */
  byId(id: string): Provider | undefined;
}

interface Parts {
  config: { environment: 'test' | 'production'; publicUrl: string; sandboxDelayMs: number };
  vault: { fingerprint(text: string): Buffer };
  now: () => Date;
}

export function openProviders({ config, vault, now }: Parts): Providers {
  const providers = new Map<string, Provider>();
  if (config.environment === 'test') {
    const sandbox = createSandbox({
      publicUrl: config.publicUrl,
      delayMs: config.sandboxDelayMs,
      now,
      fingerprint: (text) => vault.fingerprint(text),
    });
    providers.set(sandbox.id, sandbox);
  }
  return {
    forOption: (optionId) =>
      findOption(optionId)?.option.type === 'CARD' ? providers.get('sandbox') : undefined,
    byId: (id) => providers.get(id),
  };
}
