// Fills in customer data that a request leaves out with what the same user gave the brand before (spec 2.5). Reads the
// profile only where one of the usual fields is missing; writes nothing.

import type { Customer } from '@tollgate/provider-kit/seam/customer';
import { fillFromProfile, lacksUsualFields } from '../../domain/cashier/customer-profile.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { findProfile } from '../../storage/cashier/customer-store.ts';
import type { Context } from '../context.ts';

export async function completeCustomer(
  context: Pick<Context, 'sql'>,
  request: {
    brand: Pick<Brand, 'merchantId' | 'brandId'>;
    userId: string | null;
    details: { customer: Customer | null };
  },
): Promise<Customer | null> {
  const { brand, userId } = request;
  const { customer } = request.details;
  if (userId === null || !lacksUsualFields(customer)) return customer;
  return fillFromProfile(customer, await findProfile(context.sql, brand.merchantId, brand.brandId, userId));
}
