// The filters of payouts in the address. `show=all` opens the list of all payouts.
export const FILTERS = {
  show: 'text',
  status: 'text',
  currency: 'text',
  q: 'text',
  /** The days on which the payouts were made. */
  from: 'text',
  to: 'text',
} as const;
