// Connects a brand to an account at a provider, or changes the account in use (contract 13). Settings are replaced, so
// a setting that is left out gets its default; a credential that is left out stays unchanged. The account is stored
// even if the check at the provider fails.
import type { ProviderDeclaration } from '@tollgate/provider-kit';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { KeptAccount, WantedAccount } from '../../domain/merchants/place-account.ts';
import type { Context } from '../context.ts';
import { requireBrand } from '../merchants/change-brand.ts';
import {
  type AccountRequest,
  cardEntryOf,
  credentialFaults,
  isUntried,
  mergeCredentials,
  settingFaults,
  unavailableFor,
  withFormers,
} from './account-faults.ts';
import { type AccountView, requireView } from './account-view.ts';
import { type AccountPath, requireKind } from './require-kind.ts';
import { type AccountContext, settleAccount } from './settle-account.ts';

const DEFAULT_PRIORITY = 100;

export async function putProviderAccount(
  context: AccountContext,
  by: AuditActor,
  { brandId, provider }: AccountPath,
  request: AccountRequest,
): Promise<AccountView> {
  const brand = await requireBrand(context.sql, brandId);
  const kind = requireKind(context, provider);
  const unavailable = unavailableFor(kind);
  if (unavailable !== null) throw new Refusal(400, [`provider: ${unavailable}`]);
  const acceptsUntried = isUntried(kind, request.environment) && request.acceptUntried;
  const { account } = await settleAccount(context, { by, brand, kind, acceptsUntried }, (inUse) =>
    wantedAccount(context, kind, request, inUse),
  );
  return await requireView(context, brand, account.id);
}

function wantedAccount(
  { config }: Pick<Context, 'config'>,
  kind: ProviderDeclaration,
  request: AccountRequest,
  inUse: KeptAccount | null,
): WantedAccount {
  const base = inUse?.credentials ?? {};
  const credentials = withFormers(kind, request, base);
  const given = { ...request, credentials };
  const faults = [...settingFaults(kind, given, config), ...credentialFaults(kind, given, base)];
  if (faults.length > 0) throw new Refusal(400, faults);
  const { environment, priority, optionIds, cardEntry, multipleCaptures, wallets, endpoint } = request;
  return {
    environment,
    priority: priority ?? DEFAULT_PRIORITY,
    optionIds: optionIds && [...new Set(optionIds.map((id) => id.toLowerCase()))],
    cardEntry: cardEntryOf(kind, cardEntry),
    multipleCaptures: multipleCaptures ?? false,
    wallets: [...new Set(wallets)],
    endpoint: endpoint?.replace(/\/$/, '') ?? null,
    credentials: mergeCredentials(kind, credentials, base),
  };
}
