// The state of an account: whether its credentials work, whether it gets payments, which notifications arrived, the
// address for them, and the actions on the account.
import { Alert, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { del, post } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { CopyId } from '../../../parts/copy-id.tsx';
import { Fact, Facts, Section } from '../../../parts/section.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { Time } from '../../../parts/time.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { Circuit } from './circuit.tsx';
import { answersText, failuresText } from './health-text.ts';
import { type Account, isRefused, PATH, type ProviderList } from './provider-list.ts';
import classes from './providers.module.css';

export function AccountState({ account }: { account: Account }) {
  const { health, checkResult, checkedAt, lastNotificationAt, lastRefusedAt } = account;
  const failed = checkResult !== null && !checkResult.ok;
  return (
    <>
      {failed && (
        <Alert color="red" title="The check of the credentials failed">
          {checkResult.reason}
        </Alert>
      )}
      <Section title="State">
        <Facts wide>
          <Fact label="Merchant account">
            {account.merchantAccount ? (
              <CopyId value={account.merchantAccount} label="merchant account" whole />
            ) : (
              'Not known until a check succeeds'
            )}
          </Fact>
          <Fact label="Credentials">
            <StatusDot mood={checkResult === null ? 'quiet' : failed ? 'bad' : 'good'}>
              {checkResult === null ? 'Not checked yet' : failed ? 'Check failed' : 'Accepted'}
            </StatusDot>
            {checkedAt && (
              <span className={classes.quiet}>
                , checked <Time at={checkedAt} />
              </span>
            )}
          </Fact>
          {health && (
            <Fact label="Gets payments">
              <Circuit health={health} />
            </Fact>
          )}
          <Fact label="Last hour">{health && failuresText(health)}</Fact>
          <Fact label="Answers">{health && answersText(health)}</Fact>
          <Fact label="Last notification">
            {lastNotificationAt ? <Time at={lastNotificationAt} /> : 'None yet'}
          </Fact>
          <Fact label="Last refused">
            {lastRefusedAt && <Refused account={account} at={lastRefusedAt} />}
          </Fact>
        </Facts>
        {health && (
          <p className={`${classes.quiet} ${classes.means}`}>
            Calls are counted by one process of the gateway, and a restart resets them. A decline is no
            failure.
          </p>
        )}
      </Section>
    </>
  );
}

function Refused({ account, at }: { account: Account; at: string }) {
  return (
    <>
      <StatusDot mood={isRefused(account) ? 'warn' : 'quiet'}>
        <Time at={at} />
      </StatusDot>
      <span className={`${classes.quiet} ${classes.means}`}>
        {isRefused(account)
          ? `Its signature was wrong: ${account.name} signs with another HMAC key or webhook secret than the one stored here. Nothing of it was stored.`
          : 'Its signature was wrong. Those after it were accepted.'}
      </span>
    </>
  );
}

export function NotificationAddress({ account: { name, notificationUrl } }: { account: Account }) {
  return (
    <Section
      title="Notifications"
      lead={`Enter this address at ${name} as the address of its webhook: that is how the gateway learns what became of a payment, a refund or a dispute.`}
    >
      <div className={classes.address}>
        <CopyId value={notificationUrl} label="notification address" whole />
      </div>
    </Section>
  );
}

export function AccountActions({ list, account }: { list: ProviderList; account: Account }) {
  const { id: brandId } = useBrand();
  const navigate = useNavigate();
  const [isChecking, setChecking] = useState(false);
  const [isRetiring, setRetiring] = useState(false);
  const { provider, name } = account;
  const params = { brandId, provider };

  async function check() {
    setChecking(true);
    try {
      const { ok } = await post(`${PATH}/{provider}/check`, { params });
      toast(ok ? `${name} accepts the credentials` : 'The check failed', ok ? 'good' : 'bad');
    } catch (error) {
      toast((error as Error).message, 'bad');
    }
    setChecking(false);
    await invalidate(PATH);
  }

  return (
    <>
      <Button variant="default" loading={isChecking} onClick={check}>
        Check the credentials
      </Button>
      <Button variant="default" onClick={() => setRetiring(true)}>
        Retire
      </Button>
      <ConfirmAction
        opened={isRetiring}
        onClose={() => setRetiring(false)}
        title={`Retire the account at ${name}?`}
        action={`Retire ${name}`}
        danger
        onConfirm={async () => {
          await del(`${PATH}/{provider}`, { params });
          // Navigates first, because without an account this screen becomes the form that connects one.
          await navigate({ to: `/b/${brandId}/settings/providers` as '/' });
          await invalidate(PATH, '/portal/api/audit', '/portal/api/brands/{brandId}/methods');
          toast(`${name} is retired`);
        }}
      >
        <p>
          <strong>Ends:</strong> new payments. {afterwards(list, account)}
        </p>
        <p>
          <strong>Goes on:</strong> refunds and notifications of payments that were made there. Keep its
          credentials and its webhook at {name} until they are over.
        </p>
      </ConfirmAction>
    </>
  );
}

/** Says where its payments go afterwards. */
function afterwards({ accounts, environment }: ProviderList, { accountId }: Account): string {
  const others = accounts.filter((one) => one.retiredAt === null && one.accountId !== accountId);
  if (environment === 'test')
    return 'Its methods go to your other accounts where those serve them, else to the sandbox.';
  if (others.length === 0) return 'No other provider is connected, so every payment is declined with 1011.';
  return `Its methods go to ${others.map(({ name }) => name).join(', ')}; what is not served there is declined with 1011.`;
}
