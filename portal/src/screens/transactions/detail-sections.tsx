// Details of a transaction: the messages between gateway and provider, and risk.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyId } from '../../parts/copy-id.tsx';
import { CODE } from '../../parts/error-code.ts';
import { capital, durationText, numberText, withAmounts } from '../../parts/format.ts';
import { NotificationStatus } from '../../parts/notification-state.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import type { PageOf } from './page.ts';
import classes from './transactions.module.css';

/** By the result type (spec 2.4). */
const ANSWERS: Record<string, string> = {
  success: 'Accepted',
  redirect: 'Continue at the bank or wallet',
  form: 'Sign a mandate',
  qrcode: 'Scan a code',
  barcode: 'Pay with a barcode',
  fawry: 'Pay with a code at a shop',
  receipt: 'Pay and hand in a receipt',
  mobile: 'Confirm by phone',
  info: 'Follow the payment instructions',
  declined: 'Declined',
  error: 'Failed',
};

function lastAnswer({ exchange: { resultType }, transaction: { status, errorCode } }: PageOf) {
  if (status === 'PROCESSING' && errorCode === CODE.outcomeUnknown) return 'None: the outcome is unknown';
  return resultType && (ANSWERS[resultType] ?? resultType);
}

export function Exchange({ page }: { page: PageOf }) {
  const { exchange, transaction } = page;
  const { id: brandId } = useBrand();
  const mayReadRequests = useCan('developers.read');
  return (
    <Section
      title="Provider"
      actions={
        mayReadRequests && (
          <Anchor
            component={Link}
            to={`/b/${brandId}/developers/requests` as '/'}
            search={{ transactionId: transaction.id } as never}
            size="sm"
          >
            Your requests
          </Anchor>
        )
      }
    >
      <Facts>
        <Fact label="Provider">{exchange.provider && <ProviderOf page={page} />}</Fact>
        <Fact label="Account">{exchange.account && <AccountOf account={exchange.account} />}</Fact>
        <Fact label="Provider reference">
          {exchange.providerReference && (
            <CopyId value={exchange.providerReference} label="provider reference" />
          )}
        </Fact>
        <Fact label="Charge reference">
          {exchange.chargeReference && <CopyId value={exchange.chargeReference} label="charge reference" />}
        </Fact>
        <Fact label="Accounts asked">
          {exchange.accountsAsked > 1 &&
            `${numberText(exchange.accountsAsked)}; the earlier ones did nothing or were given up`}
        </Fact>
        <Fact label="Last answer">{lastAnswer(page)}</Fact>
        <Fact label="3-D Secure">{exchange.threeDs}</Fact>
        <Fact label="Inquiries">{exchange.inquiries > 0 && numberText(exchange.inquiries)}</Fact>
        <Fact label="Next inquiry">
          {exchange.nextQuestionAt && !page.authorization?.open && (
            <Time at={exchange.nextQuestionAt} exact />
          )}
        </Fact>
      </Facts>
    </Section>
  );
}

function ProviderOf({ page: { exchange } }: { page: PageOf }) {
  const { id: brandId } = useBrand();
  const { provider, providerId, account } = exchange;
  if (providerId === null || account?.isRetired) return provider;
  return (
    <Anchor component={Link} to={`/b/${brandId}/settings/providers/${providerId}` as '/'}>
      {provider}
    </Anchor>
  );
}

function AccountOf({ account }: { account: NonNullable<PageOf['exchange']['account']> }) {
  const { environment, merchantAccount, isRetired } = account;
  const words = [merchantAccount, environment === 'live' ? 'live' : 'test', isRetired && 'retired'];
  return words.filter(Boolean).join(', ');
}

/** The provider's notifications about this transaction. */
export function ProviderNotifications({ page: { notifications } }: { page: PageOf }) {
  const { id: brandId } = useBrand();
  if (notifications.length === 0) return null;
  return (
    <Section
      title="Provider notifications"
      actions={
        <Anchor component={Link} to={`/b/${brandId}/settings/notifications` as '/'} size="sm">
          All notifications
        </Anchor>
      }
    >
      <ul className={classes.notifications}>
        {notifications.map(({ notificationId, kind, state, reason, receivedAt, deliveries }) => (
          <li key={notificationId}>
            <div>
              <code>{kind}</code>
              <p className={classes.quiet}>
                <Time at={receivedAt} exact />
                {deliveries > 1 && `, came ${numberText(deliveries)} times`}
                {reason && <>. {withAmounts(capital(reason))}.</>}
              </p>
            </div>
            <NotificationStatus state={state} reason={reason} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const BLOCKED: Record<string, string> = {
  bin: 'Card numbers beginning with',
  card: 'Card',
  country: 'Country',
  email: 'E-mail address',
  ip: 'IP address',
  userId: 'Customer',
};

const RULES: Record<string, string> = {
  attemptsPerCard: 'Attempts with this card',
  wrongCodesPerCard: 'Wrong codes of this card',
  declinesPerSource: 'Declines from this address',
  declinesPerUser: 'Declines of this customer',
  declinesPerBin: 'Declines of cards with the same first digits',
};

export function Risk({ page: { risk, transaction } }: { page: PageOf }) {
  const { id: brandId } = useBrand();
  const mayReadRules = useCan('settings.read');
  const isNone = risk.counters.length === 0 && risk.blocks.length === 0;
  if (isNone && (transaction.type !== 'PAYIN' || transaction.card === null)) return null;
  return (
    <Section
      title="Risk"
      actions={
        mayReadRules && (
          <Anchor component={Link} to={`/b/${brandId}/settings/risk` as '/'} size="sm">
            Risk rules
          </Anchor>
        )
      }
    >
      {isNone && <p className={classes.quiet}>No risk rule counts this card, and no block matches it.</p>}
      <ul className={classes.rows} hidden={isNone}>
        {risk.blocks.map(({ id, kind, value, reason, expiresAt }) => (
          <li key={id}>
            <div>
              Blocked: {BLOCKED[kind] ?? kind} {value}
              <p className={classes.quiet}>
                {reason}
                {expiresAt && (
                  <>
                    , until <Time at={expiresAt} exact />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
        {risk.counters.map(({ rule, counted, limit, windowSeconds }) => (
          <li key={rule}>
            <span>{RULES[rule] ?? rule}</span>
            <span>
              {numberText(counted)} of {numberText(limit)} in {durationText(windowSeconds * 1000)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
