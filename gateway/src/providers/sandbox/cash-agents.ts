// Where a payer of the sandbox pays in cash in Peru, and how (contract 6: paymentLocations, htmlInstructions). The
// shops are made up, their streets are not. A merchant shows the text unchanged, as HTML, so it must never contain
// anything that came with a request.
import { formatMinor, type Transaction } from '@tollgate/provider-kit';
import { transferReference } from './bank-accounts.ts';

export const AGENT_NETWORK = 'Agentes Cóndor';

const SHOPS = [
  { name: 'Bodega Doña Rosa', address: 'Avenida José Larco 345', city: 'Lima' },
  { name: 'Farmacia San Blas', address: 'Calle Plateros 316', city: 'Cusco' },
  { name: 'Librería El Misti', address: 'Calle Mercaderes 210', city: 'Arequipa' },
];

export const PAYMENT_LOCATIONS = SHOPS.map((shop) => ({
  ...shop,
  mapUrl: `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${shop.address}, ${shop.city}, Peru`)}`,
}));

export function agentInstructions(transaction: Transaction): string {
  const amount = `${transaction.currency} ${formatMinor(transaction.amountMinor, transaction.currency)}`;
  return (
    `<ol><li>Go to a shop with the sign of <strong>${AGENT_NETWORK}</strong>.</li>` +
    `<li>Say that you want to pay the code <strong>${transferReference(transaction)}</strong>.</li>` +
    `<li>Pay <strong>${amount}</strong> in cash and keep the receipt.</li></ol>`
  );
}
