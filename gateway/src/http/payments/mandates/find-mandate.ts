// Finds a mandate by the id in a path (contract 16). Unknown, malformed and another brand's ids get the same answer.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { Mandate } from '../../../domain/mandates/mandate.ts';
import type { BrandId } from '../../../domain/merchants/brand.ts';
import { isUuid } from '../../../domain/text.ts';
import { findMandate } from '../../../storage/mandates/mandate-store.ts';

// No format: a malformed id gets the same answer as an unknown one.
export const MandatePath = Type.Object({
  mandateId: Type.String({ description: 'Identifies the mandate.' }),
});

export async function findMandateOf(
  { sql }: Pick<Context, 'sql'>,
  brand: BrandId,
  mandateId: string,
): Promise<Mandate> {
  const mandate = isUuid(mandateId) ? await findMandate(sql, brand, mandateId) : null;
  if (!mandate) throw new Refusal(404, 'mandateId: no such mandate');
  return mandate;
}
