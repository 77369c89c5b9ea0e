// The control of each setting of the brand, by section: its title, its field, and what it does. The look and the risk
// rules have pages of their own.
import { Switch, TagsInput, TextInput } from '@mantine/core';
import type { Control, Controls, Form } from './frame/settings-form.tsx';
import type { Settings } from './frame/use-settings.ts';
import { digestHour, keptMonths, TimeZoneField } from './general-fields.tsx';
import { RefusedCallers, RefusedCalls } from './refused-calls.tsx';

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
      'Screens and exports show times in this time zone, and the day of a report begins at its midnight. A change ' +
      'does not affect reports of past days. The day of the change is longer or shorter than 24 hours.',
  },
  digestHour: {
    title: 'Daily mail',
    field: digestHour,
    help: () =>
      'At this hour of the time zone, users get a mail with what waits for them in the inbox, if anything does. Each ' +
      'user chooses in their account whether they want it. It needs an operator who has set up mail.',
  },
  personalDataMonths: {
    title: 'Personal data',
    field: keptMonths,
    help: () =>
      'How long the gateway keeps the personal data of a payment after the payment has ended. Then it erases names, ' +
      'addresses, e-mail addresses and card data, also of earlier payments. Nobody can restore them. Amounts, ' +
      'references and the balance stay. A saved card is removed if its customer has not paid for this time. A ' +
      'mandate is revoked if its customer has not paid and was not charged for this time. So choose more than the time ' +
      'between two charges.',
  },
};

export const APPROVALS: Controls = {
  automaticApproval: toggle('automaticApproval', {
    title: 'Automatic approval',
    on: 'Payouts are sent without approval',
    off: 'Payouts wait for approval',
    help: () =>
      'On: anyone with an API key can pay out the whole available balance. Payouts that already wait for approval ' +
      'still need it.',
  }),
  fourEyes: toggle('fourEyes', {
    title: 'Four eyes',
    on: 'Another person approves',
    off: 'The same person may approve',
    help: ({ value }) => (
      <>
        On: nobody can approve a payout that they created, neither singly nor in bulk. This requires two
        people who may approve, or one person who creates payouts and another who approves them. API keys that
        were created in the portal can then approve payouts only after another person has allowed it.
        {value.automaticApproval && value.fourEyes && ' While automatic approval is on, this has no effect.'}
      </>
    ),
  }),
  instantPayouts: toggle('instantPayouts', {
    title: 'Instant payouts by bank',
    on: 'Payment files ask for instant transfers',
    off: 'Payment files ask for ordinary transfers',
    help: () =>
      'For payouts from your own bank account. Whoever creates a file can choose otherwise. A payout that the bank ' +
      'refuses as an instant transfer waits for an ordinary file.',
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
        The gateway sends a signed webhook to this address for each change of a payment. A new address also
        gets the events that were not delivered to the former address.
        {value.notificationUrl === null && stored.notificationUrl !== null && (
          <p>Without an address, the gateway sends no webhooks. Your server must ask for changes.</p>
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
        On: sessions, payment links, confirmations, approvals, cancellations, refunds and card payments must
        be signed. A stolen API key alone cannot make them.
        {value.enforceSignatures && !stored.enforceSignatures && <RefusedCalls />}
      </>
    ),
  }),
  signAllRequests: toggle('signAllRequests', {
    title: 'Strict signing',
    on: 'Every call that changes something must be signed',
    off: 'Only the calls of “Enforce signatures” must be signed',
    isLocked: ({ value }) => !value.enforceSignatures,
    help: ({ value, stored }) => (
      <>
        On: every call that changes something needs <code>X-Signature</code>, also in v3 and v2. It signs the
        body, or the path and query if there is no body. A new payment needs a <code>merchantReference</code>,
        a refund needs a <code>refundReference</code>. This requires enforced signatures.
        {value.signAllRequests && !stored.signAllRequests && (
          <p>From the moment you save, such calls are refused with 403 unless they are signed.</p>
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
        IP addresses and ranges that may call the API. If the list is empty, every address may. The list does
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
        ? 'The merchantDomain of each request must be one of these, exactly as written. Other requests are refused.'
        : 'The values of merchantDomain that a payment facilitator may send. This brand is not a payment facilitator, ' +
          'so the list has no effect.',
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
