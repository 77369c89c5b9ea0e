// Mandates of a customer, each with its status, what it covers, and when it was used: `<MandateList mandates={…} />`.
// Whoever may refund may revoke one that is in force.
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { CopyId } from '../copy-id.tsx';
import { moneyText } from '../format.ts';
import { type Mood, StatusDot } from '../status-dot.tsx';
import { Time } from '../time.tsx';
import { toTransaction } from '../transaction-link.tsx';
import { type Mandate, meansOf } from './mandate.ts';
import classes from './mandates.module.css';

const RevokeMandate = lazy(() =>
  import('./revoke-mandate.tsx').then(({ RevokeMandate: component }) => ({ default: component })),
);

const STATUS: Record<Mandate['status'], [word: string, mood: Mood]> = {
  PENDING: ['Being set up', 'busy'],
  ACTIVE: ['Active', 'good'],
  REVOKED: ['Revoked', 'quiet'],
  EXPIRED: ['Expired', 'quiet'],
  FAILED: ['Failed', 'bad'],
};

const REASONS: Record<Mandate['reason'], string> = {
  RECURRING: 'Regular payments, such as a subscription',
  INSTALLMENTS: 'Instalments of one purchase',
  UNSCHEDULED: 'Charged when it is due, without a schedule',
};

interface Props {
  mandates: readonly Mandate[];
  /** The payment on whose page they stand needs no link to itself. */
  transactionId?: string;
}

export function MandateList({ mandates, transactionId }: Props) {
  const mayRevoke = useCan('mandates.revoke');
  const [revoking, setRevoking] = useState<Mandate | null>(null);
  return (
    <>
      <ul className={classes.mandates} aria-label="Mandates">
        {mandates.map((mandate) => (
          <li key={mandate.id}>
            <div className={classes.head}>
              <strong>{meansOf(mandate)}</strong>
              <StatusOf mandate={mandate} />
            </div>
            <Coverage mandate={mandate} />
            <Uses mandate={mandate} transactionId={transactionId} />
            <div className={classes.head}>
              <CopyId value={mandate.id} label="mandate id" />
              {mandate.inForce && mayRevoke && (
                <Button variant="default" size="xs" onClick={() => setRevoking(mandate)}>
                  Revoke
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Suspense>
        {revoking && <RevokeMandate mandate={revoking} onClose={() => setRevoking(null)} />}
      </Suspense>
    </>
  );
}

function StatusOf({ mandate: { status } }: { mandate: Mandate }) {
  const [word, mood] = STATUS[status];
  return <StatusDot mood={mood}>{word}</StatusDot>;
}

function Coverage({ mandate }: { mandate: Mandate }) {
  const { reason, description, maxAmount, currency, expiresAt, cardExpiry } = mandate;
  return (
    <>
      <p>
        {REASONS[reason]}
        {description && `: “${description}”`}
      </p>
      <p className={classes.quiet}>
        {maxAmount === null
          ? `No limit for a charge in ${currency}`
          : `At most ${moneyText(maxAmount, currency)} a charge`}
        {expiresAt ? (
          <>
            , until <Time at={expiresAt} exact />
          </>
        ) : (
          ', without an end'
        )}
        .{cardExpiry && ` The card expires ${cardExpiry}.`}
      </p>
    </>
  );
}

function Uses({ mandate, transactionId }: { mandate: Mandate; transactionId: string | undefined }) {
  const { id: brandId } = useBrand();
  const { createdAt, lastUsedAt, revokedAt, firstTransactionId, status } = mandate;
  return (
    <>
      <p className={classes.quiet}>
        Agreed <Time at={createdAt} exact />
        {firstTransactionId !== transactionId && (
          <>
            {' '}
            with the{' '}
            <Anchor component={Link} {...toTransaction(brandId, firstTransactionId)} inherit>
              first payment
            </Anchor>
          </>
        )}
        .{' '}
        {lastUsedAt ? (
          <>
            Last used <Time at={lastUsedAt} exact />
          </>
        ) : (
          'Not used since'
        )}
        .
        {revokedAt && (
          <>
            {' '}
            Revoked <Time at={revokedAt} exact />.
          </>
        )}
      </p>
      {status === 'FAILED' && (
        <p className={classes.quiet}>
          It can never be charged again. To charge the customer, ask them to agree to a new mandate.
        </p>
      )}
    </>
  );
}
