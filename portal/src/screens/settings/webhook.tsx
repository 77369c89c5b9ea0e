// Settings › Webhook and signatures: where webhooks go, which requests must be signed, who may call, which domains are
// named. Before it saves a switch that refuses requests, it says which requests and which callers would be refused now.
import { Alert, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { isInList } from './address-list.ts';
import { SaveBar } from './frame/save-bar.tsx';
import { Setting, SettingsFrame } from './frame/settings-frame.tsx';
import { useDraft } from './frame/use-draft.ts';
import { useSettings } from './frame/use-settings.ts';
import classes from './settings.module.css';

type SignatureRules = Record<'enforceSignatures' | 'signAllRequests', boolean>;

export function WebhookSettings() {
  const { settings, change, reload } = useSettings();
  const mayChange = useCan('settings.integration');
  const stored = useMemo(() => {
    const { notificationUrl, enforceSignatures, signAllRequests, ipAllowList, domains } = settings;
    return {
      notificationUrl: notificationUrl ?? '',
      enforceSignatures,
      signAllRequests,
      ipAllowList,
      domains,
    };
  }, [settings]);
  const draft = useDraft(stored);
  const { value, set } = draft;
  const asSent = (part: Partial<typeof stored>) =>
    part.notificationUrl === '' ? { ...part, notificationUrl: null } : part;

  return (
    <SettingsFrame
      title="Webhook and signatures"
      lead="How the gateway and your server authenticate each other."
      readOnly={!mayChange && 'An owner or a developer'}
    >
      <fieldset className={classes.form} disabled={!mayChange}>
        <Setting
          title="Notification address"
          field={
            <TextInput
              aria-label="Notification address"
              placeholder="https://shop.example/webhooks"
              maxLength={500}
              value={value.notificationUrl}
              error={draft.faults.notificationUrl}
              onChange={({ currentTarget }) => set('notificationUrl', currentTarget.value.trim())}
            />
          }
        >
          Each change of a payment is posted here, signed. A new address also gets the events that could not
          be delivered to the former one.
          {value.notificationUrl === '' && stored.notificationUrl !== '' && (
            <p>Without an address your server learns of changes only if it requests them.</p>
          )}
        </Setting>
        <SignatureSettings value={value} stored={stored} set={set} mayChange={mayChange} />
        <AddressList
          list={value.ipAllowList}
          isChanged={value.ipAllowList !== stored.ipAllowList}
          onChange={(list) => set('ipAllowList', list)}
          disabled={!mayChange}
          fault={draft.faults.ipAllowList}
        />
        <Setting
          title="Domains"
          field={
            <TagsInput
              aria-label="Domains"
              placeholder="shop.example"
              disabled={!mayChange}
              value={value.domains}
              error={draft.faults.domains}
              onChange={(domains) => set('domains', domains)}
            />
          }
        >
          {settings.paymentFacilitator
            ? 'Each request must have one of these, exactly as written, as its merchantDomain. Other requests are refused.'
            : 'The allowed values of merchantDomain, for a payment facilitator. This brand is not one, so no request is ' +
              'refused because of it.'}
        </Setting>
      </fieldset>
      <SaveBar
        draft={draft}
        reload={reload}
        fields={['notificationUrl', 'ipAllowList', 'domains']}
        save={() => change('integration', asSent(draft.changes), asSent(draft.seen))}
      />
    </SettingsFrame>
  );
}

interface SignatureSettingsProps {
  value: SignatureRules;
  stored: SignatureRules;
  set: (rule: keyof SignatureRules, value: boolean) => void;
  mayChange: boolean;
}

function SignatureSettings({ value, stored, set, mayChange }: SignatureSettingsProps) {
  return (
    <>
      <Setting
        title="Enforce signatures"
        field={
          <Switch
            label={value.enforceSignatures ? 'Requests must be signed' : 'Requests may be unsigned'}
            checked={value.enforceSignatures}
            onChange={({ currentTarget }) => {
              set('enforceSignatures', currentTarget.checked);
              if (!currentTarget.checked) set('signAllRequests', false);
            }}
          />
        }
      >
        Then a stolen API key alone is not enough to move money.
        {value.enforceSignatures && !stored.enforceSignatures && <RefusedCalls />}
      </Setting>
      <Setting
        title="Strict signing"
        field={
          <Switch
            label={
              value.signAllRequests
                ? 'Every call that changes something must be signed'
                : 'Only the calls above'
            }
            checked={value.signAllRequests}
            disabled={!value.enforceSignatures || !mayChange}
            onChange={({ currentTarget }) => set('signAllRequests', currentTarget.checked)}
          />
        }
      >
        Every call that changes something needs <code>X-Signature</code> over its body, or over its path and
        query if it has none, also those of v3 and v2; a new payment needs a <code>merchantReference</code>{' '}
        and a refund a <code>refundReference</code>. It requires enforced signatures.
        {value.signAllRequests && !stored.signAllRequests && (
          <p>From the moment you save, such calls without it are refused with 403.</p>
        )}
      </Setting>
    </>
  );
}

function RefusedCalls() {
  const { id } = useBrand();
  const path = '/portal/api/brands/{brandId}/signing-secrets';
  const { data } = useQuery(apiQuery(path, { params: { brandId: id } }));
  const lastUsed = data?.items.map(({ lastUsedAt }) => lastUsedAt).find((at) => at !== null) ?? null;
  return (
    <Alert color="yellow" mt="xs" title="From the moment you save">
      <p>
        These calls are refused with 403 unless they carry <code>X-Signature</code>: payment session, payout
        session, confirm payment, cancel payment, settle payout, refund. A card payment is refused unless it
        carries <code>Signature</code>.
      </p>
      <p>
        {lastUsed === null
          ? 'No signed request of yours has been checked yet. Try the signature debugger first.'
          : 'The last request with a right signature came '}
        {lastUsed !== null && <Time at={lastUsed} />}
      </p>
    </Alert>
  );
}

function AddressList({
  list,
  isChanged,
  disabled,
  fault,
  onChange,
}: {
  list: string[];
  isChanged: boolean;
  disabled: boolean;
  fault: string | undefined;
  onChange: (list: string[]) => void;
}) {
  const { id } = useBrand();
  const path = '/portal/api/brands/{brandId}/api-keys';
  const { data } = useQuery(apiQuery(path, { params: { brandId: id } }));
  const callers = (data?.items ?? []).filter(
    ({ state, lastUsedFrom }) => state !== 'ended' && lastUsedFrom !== null,
  );
  const shutOut = callers.filter(({ lastUsedFrom }) => !isInList(lastUsedFrom!, list));
  return (
    <Setting
      title="Address list"
      field={
        <TagsInput
          aria-label="Address list"
          placeholder={list.length === 0 ? '203.0.113.0/24' : ''}
          disabled={disabled}
          error={fault}
          value={list}
          onChange={onChange}
        />
      }
    >
      Addresses and ranges that may call the API. If the list is empty, everybody with a key may. It does not
      apply to the portal and the cashier.
      {isChanged && list.length > 0 && (
        <Alert color={shutOut.length > 0 ? 'yellow' : 'gray'} mt="xs" title="From the moment you save">
          <p>Calls from any other address are refused with 403, whatever key they carry.</p>
          {shutOut.map(({ id: key, lastUsedFrom, lastUsedAt }) => (
            <p key={key}>
              Your server called from <b>{lastUsedFrom}</b> <Time at={lastUsedAt} />. This list does not
              contain it.
            </p>
          ))}
          {callers.length === 0 && (
            <p>There was no call yet, so it is not known which servers it would block.</p>
          )}
          {callers.length > 0 && shutOut.length === 0 && (
            <p>It contains all recent addresses of your server.</p>
          )}
        </Alert>
      )}
    </Setting>
  );
}
