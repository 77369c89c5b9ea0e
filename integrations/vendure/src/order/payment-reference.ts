// An order may need several payments: after a decline, a change, or for what an addition costs. So the reference of a
// payment is the order's code and a number. The gateway takes each reference once: two clicks at once make one payment.

export const referenceOf = (orderCode: string, number: number): string => `${orderCode}-${number}`;

/** undefined: the reference belongs to no order of this shop. */
export function orderCodeOf(merchantReference: string | null | undefined): string | undefined {
  return /^(.+)-\d+$/.exec(merchantReference ?? '')?.[1];
}
