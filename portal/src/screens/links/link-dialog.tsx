// One payment link: its address to copy, its QR code to show or save, its state, and a button to cancel it.
import { Anchor, Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { addressOf, post } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { CopyId } from '../../parts/copy-id.tsx';
import { countryName, moneyText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Fact, Facts } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import classes from './links.module.css';
import { LinkState, type PaymentLink } from './payment-link.tsx';

export function LinkDialog({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const brand = useBrand();
  const mayChange = useCan('links.change');
  const [cancelling, setCancelling] = useState(false);
  const [reason, setReason] = useState('');
  const params = { brandId: brand.id, transactionId: link.transactionId };
  const picture = (format: string) =>
    addressOf(`/portal/api/brands/{brandId}/links/{transactionId}/qr.${format}`, { params });
  const isOpen = link.state === 'open';
  const text = moneyText(link.amount, link.currency);
  return (
    <>
      <Modal opened={!cancelling} onClose={onClose} size="lg" title={`Link for ${text}`}>
        {isOpen && (
          <div className={classes.share}>
            <img src={picture('svg')} alt={`QR code of the link for ${text}`} width={168} height={168} />
            <div>
              <p className={classes.hint}>Send this address, or let somebody scan the code.</p>
              <CopyId value={link.url} label="link" whole />
              <Group gap="xs" mt="sm">
                <Button
                  onClick={() => navigator.clipboard.writeText(link.url).then(() => toast('Link copied'))}
                >
                  Copy link
                </Button>
                <Anchor href={link.url} target="_blank" rel="noreferrer">
                  Open the page
                </Anchor>
                <Anchor href={picture('png')} download={`${link.merchantReference}.png`}>
                  Save the QR code
                </Anchor>
              </Group>
            </div>
          </div>
        )}
        <Facts>
          <Fact label="State">
            <LinkState link={link} />
          </Fact>
          <Fact label="Amount">
            <Money amount={link.amount} currency={link.currency} />
          </Fact>
          <Fact label="For">{link.description}</Fact>
          <Fact label="Reference">
            <CopyId value={link.merchantReference} label="reference" />
          </Fact>
          <Fact label="Valid until">
            <Time at={link.expiresAt} exact />
          </Fact>
          {link.endedAt && (
            <Fact label={link.state === 'paid' ? 'Paid' : 'Ended'}>
              <Time at={link.endedAt} exact />
            </Fact>
          )}
          <Fact label="Created by">{link.madeBy}</Fact>
          <Fact label="Created">
            <Time at={link.createdAt} exact />
          </Fact>
          {link.country && <Fact label="Country">{countryName(link.country)}</Fact>}
          {link.email && <Fact label="Customer">{link.email}</Fact>}
          <Fact label="Transaction">
            <TransactionLink id={link.transactionId}>Open the transaction</TransactionLink>
          </Fact>
        </Facts>
        {isOpen && mayChange && (
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={() => setCancelling(true)}>
              Cancel link
            </Button>
          </Group>
        )}
      </Modal>
      <ConfirmAction
        opened={cancelling}
        onClose={() => setCancelling(false)}
        title={`Cancel the link for ${text}?`}
        action="Cancel link"
        danger
        onConfirm={async () => {
          await post('/portal/api/brands/{brandId}/links/{transactionId}/cancel', {
            params,
            body: { reason: reason.trim() || null },
          });
          await invalidate('/portal/api/brands/{brandId}/links');
          toast('Link cancelled');
          onClose();
        }}
      >
        From now on nobody can pay with this link. The page shows that it was cancelled.
        <ReasonField
          mt="md"
          description="Optional, for your colleagues."
          reason={reason}
          onChange={setReason}
        />
      </ConfirmAction>
    </>
  );
}
