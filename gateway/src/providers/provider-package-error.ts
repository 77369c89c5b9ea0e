// Why a package of a provider stops the start, in one sentence that names the package.

export class ProviderPackageError extends Error {
  override name = 'ProviderPackageError';

  /** `named`: the package as the setting names it, or its folder. */
  constructor(named: string, fault: string, cause?: unknown) {
    super(`the provider package ${JSON.stringify(named)} cannot be used: ${fault}`, { cause });
  }
}
