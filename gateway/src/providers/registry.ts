// Which provider serves which option. A new provider gets a folder beside sandbox/ and a line here. In production the
// sandbox does not exist: an option without a provider is declined with 1011.
import { findOption } from '../domain/options/payment-option.ts';
import type { CircuitState } from './circuit-breaker.ts';
import { type Guard, guarded } from './guarded.ts';
import type { Provider, ProviderHealth } from './provider.ts';
import { createSandbox } from './sandbox/sandbox.ts';

export interface Providers {
  /** Providers for new transactions of this option or suboption, in the order in which they are tried. */
  forOption(optionId: string, currency: string): Provider[];
  /** The provider of an earlier transaction, by the id that was stored with it. */
  byId(id: string): Provider | undefined;
  /** What this process has seen of each. */
  health(): ProviderHealth[];
}

interface Parts {
  config: { environment: 'test' | 'production'; publicUrl: string; sandboxDelayMs: number };
  vault: { fingerprint(text: string): Buffer; seal(plain: string, context: string): Buffer };
  now: () => Date;
  log?: Guard['log'];
  /** A provider's circuit breaker at the start and after each change, for metrics. */
  observe?: (provider: string, state: CircuitState) => void;
}

export function newProviders({ config, vault, now, log, observe }: Parts): Providers {
  const guard: Guard = { now, log: log ?? { warn() {} }, observe: observe ?? (() => {}) };
  const sandbox = createSandbox({
    publicUrl: config.publicUrl,
    delayMs: config.sandboxDelayMs,
    now,
    fingerprint: (text) => vault.fingerprint(text),
    seal: (text, context) => vault.seal(text, context),
  });
  // The order in which every option tries them, as far as they serve it.
  const all = config.environment === 'test' ? [guarded(sandbox, { ...guard, playsFailures: true })] : [];
  return { ...routeTo(all), health: () => all.map((one) => one.health()) };
}

/** `providers` in the order in which they are tried. */
export function routeTo(providers: readonly Provider[]): Omit<Providers, 'health'> {
  return {
    forOption(optionId, currency) {
      const found = findOption(optionId);
      if (!found) return [];
      const { method } = found.suboption ?? found.option;
      return providers.filter(({ capabilities }) => {
        const { payinMethods, payoutMethods, currencies } = capabilities;
        const methods = found.option.direction === 'PAYIN' ? payinMethods : payoutMethods;
        return methods.includes(method) && (currencies === 'any' || currencies.includes(currency));
      });
    },
    byId: (id) => providers.find((one) => one.id === id),
  };
}
