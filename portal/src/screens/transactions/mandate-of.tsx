// The mandate that a payment made or used.
import { MandateList } from '../../parts/mandates/mandate-list.tsx';
import { Section } from '../../parts/section.tsx';
import type { PageOf } from './page.ts';

export function MandateOf({ page: { mandate, facts, transaction } }: { page: PageOf }) {
  if (!mandate) return null;
  return (
    <Section
      title="Mandate"
      lead={
        facts.initiator === 'MERCHANT'
          ? 'The customer agreed to it earlier. This payment is a later charge of it.'
          : 'With this payment the customer agreed to later charges.'
      }
    >
      <MandateList mandates={[mandate]} transactionId={transaction.id} />
    </Section>
  );
}
