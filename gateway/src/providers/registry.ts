// Decides which provider serves which payment. A provider of the gateway itself has a folder beside sandbox/ and a line
// in BUILT_IN; all others are packages (load-packages.ts). A brand's payments go to its own accounts, in order of
// priority. If no account serves a payment, it goes to the sandbox, in the test environment only. In production there
// is no sandbox, and an option without a provider is declined with 1011.
import type { AdapterParts, Capabilities, Provider, ProviderDeclaration } from '@tollgate/provider-kit';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { findOption } from '../domain/options/payment-option.ts';
import { capabilityForOption, type Routed } from '../domain/options/routed.ts';
import { ADYEN } from './adyen/adyen.ts';
import { ADAPTER_SERVICES, BANK, SANDBOX_SERVICES } from './built-in.ts';
import { type Guard, guarded } from './guarded.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { STRIPE } from './stripe/stripe.ts';

/** The providers of the gateway itself. */
export const BUILT_IN: readonly ProviderDeclaration[] = [ADYEN, STRIPE, BANK];

export interface Providers {
  /** Providers for new transactions of this brand and use, in the order in which they are tried. */
  forOption(brandId: string, use: Routed): Provider[];
  /** The provider of an earlier transaction, by the id and the account that were stored with it. */
  byId(id: string, accountId: string | null): Provider | undefined;
}

/** The accounts of brands, from memory (storage/merchants/provider-directory.ts). */
interface Accounts {
  /** The accounts in use, in order of priority. */
  ofBrand(brandId: string): readonly ProviderAccount[];
  /** Includes retired accounts. After each change it answers another object. */
  byId(accountId: string): ProviderAccount | undefined;
}

interface Parts {
  config: { environment: 'test' | 'production'; publicUrl: string; sandboxDelayMs: number };
  vault: { fingerprint(text: string): Buffer };
  now: () => Date;
  log?: Guard['log'];
  /** The circuit breaker of a provider or an account at the start and after each change, for metrics. */
  observe?: Guard['observe'];
  /** Wraps each call, for metrics and traces. */
  around?: Guard['around'];
  heldBack?: Guard['heldBack'];
  /** For the health of accounts. */
  count?: Guard['count'];
  /** Absent: no brand has an account. */
  accounts?: Accounts;
  kinds?: readonly ProviderDeclaration[];
  allowPrivateEndpoints?: boolean;
  unknownValue?: (provider: string, field: string) => void;
}

const NO_ACCOUNTS: Accounts = { ofBrand: () => [], byId: () => undefined };

export function newProviders(parts: Parts): Providers {
  const { config, vault, now, accounts = NO_ACCOUNTS } = parts;
  const { log = { warn() {} }, observe = () => {} } = parts;
  const guard: Guard = { now, log, observe };
  if (parts.around) guard.around = parts.around;
  if (parts.heldBack) guard.heldBack = parts.heldBack;
  if (parts.count) guard.count = parts.count;
  const sandbox =
    config.environment === 'test'
      ? guarded(
          createSandbox({
            publicUrl: config.publicUrl,
            delayMs: config.sandboxDelayMs,
            now,
            fingerprint: (text) => vault.fingerprint(text),
            services: SANDBOX_SERVICES,
          }),
          { ...guard, playsFailures: true },
        )
      : null;
  const adapters = new Adapters(parts, guard);
  return {
    forOption(brandId, use) {
      const used = accounts.ofBrand(brandId);
      if (used.length === 0) return sandbox && serves(sandbox.capabilities, use) ? [sandbox] : [];
      const listed = used.filter((account) => isListed(account, use));
      const own = adapters.all(listed);
      const serving = own.filter(({ adapter }) => serves(adapter.capabilities, use));
      if (serving.length > 0) return serving.map(({ adapter }) => adapter);
      // If an account serves an option, that option never goes to the sandbox, whatever its country or currency, and
      // also while the account has no adapter (contract 13).
      const isReal = listed.some((account) => adapters.serves(account, { optionId: use.optionId }));
      return sandbox && !isReal && serves(sandbox.capabilities, use) ? [sandbox] : [];
    },
    byId(id, accountId) {
      if (sandbox && id === sandbox.id) return sandbox;
      const account = accountId === null ? undefined : accounts.byId(accountId);
      return account?.provider === id ? adapters.of(account) : undefined;
    },
  };
}

/** An adapter that could not be made is tried again after this time. */
const MAKE_AGAIN_MS = 60_000;

interface Made {
  account: ProviderAccount;
  /** undefined: it could not be made. */
  adapter: Provider | undefined;
  at: Date;
}

/** The adapter of each account. It is made when it is first needed, and again after each change of the account. */
class Adapters {
  readonly #made = new Map<string, Made>();
  readonly #kinds: ReadonlyMap<string, ProviderDeclaration>;
  readonly #parts: Omit<AdapterParts, 'unknownValue' | 'notificationUrl'>;
  readonly #publicUrl: string;
  readonly #unknownValue: (provider: string, field: string) => void;
  readonly #guard: Guard;

  constructor(
    { config, now, kinds = BUILT_IN, allowPrivateEndpoints = false, unknownValue }: Parts,
    guard: Guard,
  ) {
    this.#publicUrl = config.publicUrl;
    this.#kinds = new Map(kinds.map((kind) => [kind.id, kind]));
    this.#parts = { now, log: guard.log, allowPrivateEndpoints, ...ADAPTER_SERVICES };
    this.#unknownValue = unknownValue ?? (() => {});
    this.#guard = guard;
  }

  all(accounts: readonly ProviderAccount[]) {
    return accounts.flatMap((account) => {
      const adapter = this.of(account);
      return adapter ? [{ account, adapter }] : [];
    });
  }

  /** Whether the account serves this. If it has no adapter, the declaration of its provider says so. */
  serves(account: ProviderAccount, use: Partial<Routed>): boolean {
    const { capabilities } = this.of(account) ?? this.#kinds.get(account.provider) ?? {};
    return capabilities !== undefined && serves(capabilities, use);
  }

  of(account: ProviderAccount): Provider | undefined {
    const made = this.#made.get(account.id);
    const at = this.#parts.now();
    if (made?.account === account && (made.adapter || at.getTime() - made.at.getTime() < MAKE_AGAIN_MS))
      return made.adapter;
    const kind = this.#kinds.get(account.provider);
    if (!kind) return undefined;
    const adapter = this.#make(kind, account);
    this.#made.set(account.id, { account, adapter, at });
    return adapter;
  }

  /** undefined: the package threw. One account must not stop the payments of its brand. */
  #make(kind: ProviderDeclaration, account: ProviderAccount): Provider | undefined {
    const unknownValue = (field: string, value: string) => {
      this.#guard.log.warn(
        { provider: kind.id, field, value: value.slice(0, 100) },
        'unknown value of a provider',
      );
      this.#unknownValue(kind.id, field);
    };
    const notificationUrl = `${this.#publicUrl}/providers/${kind.id}/notifications/${account.id}`;
    const parts = { ...this.#parts, notificationUrl, unknownValue };
    try {
      return guarded(kind.connect(account, parts), this.#guard);
    } catch (error) {
      // Not the message: it may hold a credential.
      const { name } = Object(error) as Partial<Error>;
      this.#guard.log.warn(
        { provider: kind.id, accountId: account.id, error: name },
        'the adapter of an account could not be made',
      );
      return undefined;
    }
  }
}

function isListed({ optionIds }: ProviderAccount, { optionId }: Routed): boolean {
  if (optionIds === null || optionIds.includes(optionId)) return true;
  const found = findOption(optionId);
  return found !== undefined && optionIds.includes(found.option.id);
}

/** Whether an option or a suboption is served. Values left out of the use fit everything. */
export function serves(capabilities: Capabilities, use: Partial<Routed>): boolean {
  return capabilityForOption(capabilities, use) !== undefined;
}

/** `providers` for every brand, in the order in which they are tried. */
export function routeTo(providers: readonly Provider[]): Omit<Providers, 'health'> {
  return {
    forOption: (_brandId, use) => providers.filter(({ capabilities }) => serves(capabilities, use)),
    byId: (id) => providers.find((one) => one.id === id),
  };
}
