// Which capability of a provider serves a payment: the seam speaks of methods, the gateway of options.
import {
  type Capabilities,
  type Capability,
  capabilityFor,
  type Use,
} from '@tollgate/provider-kit/seam/capability';
import { findOption } from './payment-option.ts';

/** The facts that decide where a payment can go. */
export interface Routed extends Omit<Use, 'method' | 'direction'> {
  /** An option or a suboption. */
  optionId: string;
  country: string | null;
  currency: string;
}

/** The capability for this use of an option or a suboption. Values left out of the use fit everything. */
export function capabilityForOption(
  capabilities: Capabilities,
  { optionId, ...use }: Partial<Routed>,
): Capability | undefined {
  const found = optionId === undefined ? undefined : findOption(optionId);
  if (!found) return undefined;
  const { method } = found.suboption ?? found.option;
  return capabilityFor(capabilities, { ...use, direction: found.option.direction, method });
}
