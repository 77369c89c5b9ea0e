// Settings › Providers › one provider: the form that connects it, or the account in use with its state, the address for
// its notifications, and its settings. Credentials go in and never come out.
import { Alert, Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { put } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { faultsOf } from '../../../parts/field-faults.ts';
import { LeaveGuard } from '../../../parts/leave-guard.tsx';
import { Section } from '../../../parts/section.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { useBrand, useCan, usePathName } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { SaveBar } from '../frame/save-bar.tsx';
import { SettingsFrame } from '../frame/settings-frame.tsx';
import { type Draft, useDraft } from '../frame/use-draft.ts';
import classes from '../settings.module.css';
import { type AccountDraft, draftOf, fieldsOf, requestOf } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountActions, AccountState, NotificationAddress } from './account-state.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import {
  type Account,
  inSentence,
  type Kind,
  PATH,
  type ProviderList,
  signsNotifications,
  titleOf,
} from './provider-list.ts';
import own from './providers.module.css';
import { useProvidersOrWait } from './use-providers.ts';

export function ProviderScreen() {
  const { id: brandId } = useBrand();
  const provider = usePathName('provider');
  const mayChange = useCan('providers.change');
  const list = useProvidersOrWait();
  const kind = list.kinds.find((one) => one.provider === provider);
  const account = list.accounts.find((one) => one.provider === provider && one.retiredAt === null) ?? null;
  const back = { to: `/b/${brandId}/settings/providers`, label: 'Providers' };
  if (!kind || (account === null && !mayChange))
    return (
      <SettingsFrame lead="" back={back}>
        <EmptyState title={kind ? `${titleOf(kind)} is not connected` : 'There is no such provider'}>
          {kind && 'An owner or a developer can connect it.'}
        </EmptyState>
      </SettingsFrame>
    );
  const { environment } = list;
  return (
    <SettingsFrame
      title={account ? titleOf(kind) : `Connect ${inSentence(titleOf(kind))}`}
      badge={<EnvironmentBadge environment={environment} />}
      back={back}
      lead={`${environment === 'live' ? 'A live account: real money moves.' : 'A test account: no money moves.'}${
        kind.played === 'not-tried' ? ` Nobody has tested ${kind.name} with this gateway yet.` : ''
      }`}
      actions={account && mayChange && <AccountActions list={list} account={account} />}
      readOnly={!mayChange && 'An owner or a developer'}
    >
      {kind.unavailable !== null && (
        <Alert color="yellow" title={`${kind.name} cannot be used on this gateway`} mb="md">
          {kind.unavailable}
        </Alert>
      )}
      {account ? (
        // Another account at the same provider begins with an empty form.
        <InUse key={account.accountId} kind={kind} account={account} list={list} />
      ) : (
        kind.unavailable === null && <Connect kind={kind} list={list} />
      )}
    </SettingsFrame>
  );
}

interface Props {
  kind: Kind;
  list: ProviderList;
}

function InUse({ kind, account, list }: Props & { account: Account }) {
  const { id: brandId } = useBrand();
  const mayChange = useCan('providers.change');
  const stored = useMemo(() => draftOf(kind, account), [kind, account]);
  const draft = useDraft(stored);
  const reload = () => invalidate(PATH);
  return (
    <>
      <AccountState account={account} />
      {signsNotifications(kind) && <NotificationAddress account={account} />}
      <Form kind={kind} list={list} draft={draft} account={account} mayChange={mayChange} />
      <SaveBar
        draft={draft}
        reload={reload}
        fields={fieldsOf(kind)}
        save={async () => {
          await connect(brandId, kind, requestOf(kind, list.environment, draft.value));
        }}
      />
    </>
  );
}

async function connect(brandId: string, kind: Kind, body: ReturnType<typeof requestOf>) {
  const answer = await put(`${PATH}/{provider}`, { params: { brandId, provider: kind.provider }, body });
  await invalidate(PATH, '/portal/api/audit', '/portal/api/brands/{brandId}/methods');
  return answer;
}

function Connect({ kind, list }: Props) {
  const { id: brandId } = useBrand();
  const stored = useMemo(() => draftOf(kind, null), [kind]);
  const draft = useDraft(stored);
  const [running, setRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function run() {
    setRunning(true);
    setFault(null);
    draft.setFaults({});
    try {
      const { checkResult } = await connect(brandId, kind, requestOf(kind, list.environment, draft.value));
      toast(
        checkResult?.ok ? `${kind.name} is connected` : 'Stored, but the check failed',
        checkResult?.ok ? 'good' : 'bad',
      );
    } catch (error) {
      const faults = faultsOf(error, fieldsOf(kind));
      draft.setFaults(
        Object.fromEntries(
          Object.entries(faults.fields).map(([name, said]) => [
            name,
            said === 'Is required.' ? `${kind.name} needs this.` : said,
          ]),
        ),
      );
      setFault(faults.whole ?? 'Correct the marked fields.');
    } finally {
      setRunning(false);
    }
  }
  // The fields are above the visible part when the user presses the button.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fault !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [fault]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Form kind={kind} list={list} draft={draft} account={null} mayChange />
      {fault && (
        <Alert color="red" role="alert" title="Not connected" mb="md">
          {fault}
        </Alert>
      )}
      <div className={own.end}>
        <Button type="submit" loading={running}>
          Connect {inSentence(titleOf(kind))}
        </Button>
      </div>
      <LeaveGuard isDirty={() => draft.isDirty && !running} />
    </form>
  );
}

interface FormProps extends Props {
  draft: Draft<AccountDraft>;
  account: Account | null;
  mayChange: boolean;
}

/** Users who may only read do not see the credentials. */
function Form({ kind, list, draft, account, mayChange }: FormProps) {
  return (
    <>
      {mayChange && (
        <Section
          title="Credentials"
          lead={
            <>
              They are stored encrypted, never shown again, and checked when you save.
              {account === null &&
                signsNotifications(kind) &&
                ` If ${kind.name} asks for the address of the webhook first, enter any: the right one is shown here once the account is connected.`}
            </>
          }
        >
          <fieldset className={classes.form}>
            <CredentialFields kind={kind} draft={draft} stored={account && (account.stored ?? {})} />
          </fieldset>
        </Section>
      )}
      <Section title="Payments" lead="Which payments go to this account, and how.">
        <fieldset className={classes.form} disabled={!mayChange}>
          <AccountFields kind={kind} environment={list.environment} draft={draft} />
        </fieldset>
      </Section>
    </>
  );
}
