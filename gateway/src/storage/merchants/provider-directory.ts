// Every account of a brand at a provider, in memory (contract 13).
import type { ProviderAccount } from '../../domain/merchants/provider-account.ts';

export class ProviderDirectory {
  ofBrand(_brandId: string): readonly ProviderAccount[] {
    return [];
  }
  all(): readonly ProviderAccount[] {
    return [];
  }
  byId(_accountId: string): ProviderAccount | undefined {
    return undefined;
  }
  async find(_accountId: string): Promise<ProviderAccount | undefined> {
    return undefined;
  }
  async refresh(): Promise<void> {}
  async noteRefused(_account: { accountId: string }, _at: Date): Promise<void> {}
  async noteNotification(_account: { accountId: string }, _at: Date): Promise<void> {}
}
