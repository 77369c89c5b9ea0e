// An inactive brand may read, but begin nothing new (contract 2). v3 answers with a declined transaction. Other calls
// have no envelope for that, so this refuses them before anything is stored.

import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';

export function requireActiveBrand(brand: Brand): void {
  if (brand.active) return;
  throw new Refusal(400, 'the brand of this API key is inactive: it can read, but not create transactions', {
    errorCode: CODE.brandInactive,
  });
}
