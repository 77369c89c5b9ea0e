// The control of each setting of the brand, by section: its title, its field, and what it does. The look and the risk
// rules have pages of their own.
import { Switch, TagsInput, TextInput } from '@mantine/core';
import type { Control, Controls, Form } from './frame/settings-form.tsx';
import type { Settings } from './frame/use-settings.ts';
import { keptMonths, TimeZoneField } from './general-fields.tsx';
import { RefusedCallers, RefusedCalls } from './refused.tsx';

export const GENERAL: Controls = {
  name: {
    title: 'Name',
    field: ({ value, set, faults }) => (
      <TextInput
        aria-label="Name"
        maxLength={255}
        value={value.name}
        error={faults.name}
        onChange={({ currentTarget }) => set('name', currentTarget.value)}
      />
    ),
    help: () => 'For the portal and exports. Shoppers see it too, unless the cashier look has another name.',
  },
  timeZone: {
    title: 'Time zone',
    field: (form) => <TimeZoneField {...form} />,
    help: () =>
      'All times on screens and in exports are in this zone, and a day of a report begins at its midnight. ' +
      'A change moves the days of reports from now on, also of past days.',
  },
  personalDataMonths: {
    title: 'Personal data',
    field: keptMonths,
    help: () =>
      'How long after the end of a payment it names its customer. Then names, addresses, e-mail and cards are ' +
      'erased, also from past payments, and cannot be brought back. Amounts, references and the balance stay. ' +
      'Saved cards go when their customer has not paid for so long.',
  },
};

export const APPROVALS: Controls = {
  automaticApproval: toggle('automaticApproval', {
    title: 'Automatic approval',
    on: 'Payouts go out at once',
    off: 'Payouts wait for approval',
    help: () =>
      'On: anyone with an API key can pay out the whole available balance, without an approval. Payouts that ' +
      'already wait still need approval.',
  }),
  fourEyes: toggle('fourEyes', {
    title: 'Four eyes',
    on: 'Another person approves',
    off: 'The same person may approve',
    help: ({ value }) => (
      <>
        On: nobody can approve a payout that they made, neither singly nor in bulk. This requires two people
        who may approve, or one who makes payouts and one who approves them. API keys that were made in the
        portal can then no longer approve payouts, until another person allows it.
        {value.automaticApproval &&
          value.fourEyes &&
          ' With automatic approval there is no approval, so this has no effect.'}
      </>
    ),
  }),
};

export const WEBHOOK: Controls = {
  notificationUrl: {
    title: 'Notification address',
    field: ({ value, set, faults }) => (
      <TextInput
        aria-label="Notification address"
        placeholder="https://shop.example/webhooks"
        maxLength={500}
        value={value.notificationUrl ?? ''}
        error={faults.notificationUrl}
        onChange={({ currentTarget }) => set('notificationUrl', currentTarget.value.trim() || null)}
      />
    ),
    help: ({ value, stored }) => (
      <>
        Each change of a payment is posted here, signed. A new address also gets the events that could not be
        delivered to the former one.
        {value.notificationUrl === null && stored.notificationUrl !== null && (
          <p>Without an address your server learns of changes only if it requests them.</p>
        )}
      </>
    ),
  },
  enforceSignatures: toggle('enforceSignatures', {
    title: 'Enforce signatures',
    on: 'Requests must be signed',
    off: 'Requests may be unsigned',
    onChange: ({ set }, isOn) => {
      if (!isOn) set('signAllRequests', false);
    },
    help: ({ value, stored }) => (
      <>
        Then a stolen API key alone is not enough to move money.
        {value.enforceSignatures && !stored.enforceSignatures && <RefusedCalls />}
      </>
    ),
  }),
  signAllRequests: toggle('signAllRequests', {
    title: 'Strict signing',
    on: 'Every call that changes something must be signed',
    off: 'Only the calls above',
    isLocked: ({ value }) => !value.enforceSignatures,
    help: ({ value, stored }) => (
      <>
        Every call that changes something needs <code>X-Signature</code> over its body, or over its path and
        query if it has none, also those of v3 and v2; a new payment needs a <code>merchantReference</code>{' '}
        and a refund a <code>refundReference</code>. It requires enforced signatures.
        {value.signAllRequests && !stored.signAllRequests && (
          <p>From the moment you save, such calls without it are refused with 403.</p>
        )}
      </>
    ),
  }),
  ipAllowList: {
    title: 'Address list',
    field: (form) => (
      <Tags
        {...form}
        name="ipAllowList"
        label="Address list"
        placeholder={form.value.ipAllowList.length === 0 ? '203.0.113.0/24' : ''}
      />
    ),
    help: ({ value, stored }) => (
      <>
        Addresses and ranges that may call the API. If the list is empty, everybody with a key may. It does
        not apply to the portal and the cashier.
        {value.ipAllowList !== stored.ipAllowList && value.ipAllowList.length > 0 && (
          <RefusedCallers list={value.ipAllowList} />
        )}
      </>
    ),
  },
  domains: {
    title: 'Domains',
    field: (form) => <Tags {...form} name="domains" label="Domains" placeholder="shop.example" />,
    help: ({ stored }) =>
      stored.paymentFacilitator
        ? 'Each request must have one of these, exactly as written, as its merchantDomain. Other requests are refused.'
        : 'The allowed values of merchantDomain, for a payment facilitator. This brand is not one, so no request is ' +
          'refused because of it.',
  },
};

type SwitchName = {
  [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never;
}[keyof Settings];

interface Toggle extends Pick<Control, 'title' | 'help'> {
  /** What the switch says when it is on, and when it is off. */
  on: string;
  off: string;
  isLocked?: (form: Form) => boolean;
  /** What else changes. */
  onChange?: (form: Form, isOn: boolean) => void;
}

function toggle(name: SwitchName, { title, help, on, off, isLocked, onChange }: Toggle): Control {
  return {
    title,
    help,
    field: (form) => (
      <Switch
        label={form.value[name] ? on : off}
        checked={form.value[name]}
        disabled={!form.mayChange || (isLocked?.(form) ?? false)}
        error={form.faults[name]}
        onChange={({ currentTarget }) => {
          form.set(name, currentTarget.checked);
          onChange?.(form, currentTarget.checked);
        }}
      />
    ),
  };
}

interface TagsProps extends Form {
  name: 'ipAllowList' | 'domains';
  label: string;
  placeholder: string;
}

function Tags({ name, label, placeholder, value, set, faults, mayChange }: TagsProps) {
  return (
    <TagsInput
      aria-label={label}
      placeholder={placeholder}
      disabled={!mayChange}
      value={value[name]}
      error={faults[name]}
      onChange={(list) => set(name, list)}
    />
  );
}
