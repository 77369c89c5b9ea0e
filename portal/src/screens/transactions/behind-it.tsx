// Details of a transaction: its transfers, the messages between gateway and provider, and risk.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyId } from '../../parts/copy-id.tsx';
import { capital, dayOf, durationText, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import type { PageOf } from './page.ts';
import classes from './transactions.module.css';

const ACCOUNTS: Record<string, string> = {
  available: 'available balance',
  reserved: 'set aside',
  provider: 'provider',
  funding: 'funding',
};

export function Ledger({ page: { transfers, transaction } }: { page: PageOf }) {
  const { id: brandId, timeZone } = useBrand();
  if (transfers.length === 0) return null;
  // A link to its place in the statement, among the transfers of the same days.
  const days = transfers.map(({ at }) => dayOf(at, timeZone)).sort();
  const search = { currency: transaction.currency, from: days[0], to: days.at(-1) };
  return (
    <Section
      title="Movements of money"
      actions={
        <Anchor component={Link} to={`/b/${brandId}/money` as '/'} search={search as never} size="sm">
          In the statement
        </Anchor>
      }
    >
      <ul className={classes.rows}>
        {transfers.map(({ id, from, to, amount, at }) => (
          <li key={id}>
            <div>
              {capital(ACCOUNTS[from] ?? from)} → {ACCOUNTS[to] ?? to}
              <p className={classes.quiet}>
                <Time at={at} exact />
              </p>
            </div>
            <Money amount={amount} currency={transaction.currency} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Exchange({ page: { exchange, transaction } }: { page: PageOf }) {
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
        <Fact label="Provider">{exchange.provider}</Fact>
        <Fact label="Reference">
          {exchange.providerReference && (
            <CopyId value={exchange.providerReference} label="provider reference" />
          )}
        </Fact>
        <Fact label="Last answer">
          {exchange.resultType && `${exchange.resultType} (${exchange.statusCode})`}
        </Fact>
        <Fact label="3-D Secure">{exchange.threeDs}</Fact>
        <Fact label="Asked again">
          {exchange.inquiries > 0 && (exchange.inquiries === 1 ? 'Once' : `${exchange.inquiries} times`)}
        </Fact>
        <Fact label="Next check">
          {exchange.nextQuestionAt && <Time at={exchange.nextQuestionAt} exact />}
        </Fact>
      </Facts>
    </Section>
  );
}

const RULES: Record<string, string> = {
  attemptsPerCard: 'Attempts with this card',
  wrongCodesPerCard: 'Wrong codes of this card',
  declinesPerSource: 'Declines from this address',
  declinesPerUser: 'Declines of this customer',
  declinesPerBin: 'Declines of this BIN',
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
              Blocked: {kind} {value}
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
