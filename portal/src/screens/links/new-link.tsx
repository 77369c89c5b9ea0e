// The form of a new payment link. A link lives an hour to thirty days; every fault is beside its field.
import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { post } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { readTyped } from '../../parts/amount.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Fault } from '../../parts/fault.tsx';
import { type FormFaults, faultsOf, NO_FAULTS } from '../../parts/field-faults.ts';
import { languageName, moneyText } from '../../parts/format.ts';
import { LeaveGuard, LeaveQuestion } from '../../parts/leave-guard.tsx';
import { useBrand } from '../../shell/session/session.ts';
import form from './links.module.css';
import type { PaymentLink } from './payment-link.tsx';

const LIVES = [
  ['1', '1 hour'],
  ['24', '1 day'],
  ['72', '3 days'],
  ['168', '7 days'],
  ['336', '14 days'],
  ['720', '30 days'],
] as const;

/** The languages of the cashier. */
const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'hi', 'it', 'ja', 'pl', 'pt', 'ru', 'tr', 'zh'];

const NAMES = [
  'amount',
  'currency',
  'description',
  'merchantReference',
  'expiresInHours',
  'country',
  'language',
  'email',
  'userId',
];

const UNTOUCHED: Readonly<Record<string, string>> = { currency: 'EUR', expiresInHours: '168' };

interface Props {
  onClose: () => void;
  onMade: (link: PaymentLink) => void;
}

export function NewLink({ onClose, onMade }: Props) {
  const isMade = useRef(false);
  const [asked, setAsked] = useState(false);
  const brand = useBrand();
  const [typed, setTyped] = useState(UNTOUCHED);
  const [faults, setFaults] = useState<FormFaults>(NO_FAULTS);
  const [sending, setSending] = useState(false);
  const currency = (typed.currency ?? '').trim().toUpperCase();
  const amount = readTyped(typed.amount ?? '', currency, brand.timeZone);

  const isDirty = () =>
    !isMade.current &&
    Object.entries(typed).some(([name, value]) => value.trim() !== (UNTOUCHED[name] ?? ''));
  const close = () => (isDirty() ? setAsked(true) : onClose());
  const set = (name: string, value: string) => {
    setTyped((former) => ({ ...former, [name]: value }));
    setFaults((former) => ({ ...former, fields: { ...former.fields, [name]: '' } }));
  };
  async function make(event: FormEvent) {
    event.preventDefault();
    if ('fault' in amount) {
      const empty = {
        ...(!currency && { currency: 'Enter a currency, such as EUR.' }),
        ...(!typed.description?.trim() && { description: 'Say what the payment is for.' }),
        ...(typed.email?.trim() &&
          !/^\S+@\S+$/.test(typed.email.trim()) && { email: 'Enter an e-mail address.' }),
      };
      setFaults({ fields: { amount: amount.fault, ...empty }, whole: null });
      return;
    }
    setSending(true);
    try {
      const optional = (name: string) => typed[name]?.trim() || null;
      const link = await post('/portal/api/brands/{brandId}/links', {
        params: { brandId: brand.id },
        body: {
          currency,
          amount: amount.amount,
          description: typed.description?.trim() ?? '',
          expiresInHours: Number(typed.expiresInHours),
          merchantReference: optional('merchantReference'),
          country: optional('country')?.toUpperCase() ?? null,
          language: optional('language'),
          userId: optional('userId'),
          email: optional('email'),
        },
      });
      await invalidate('/portal/api/brands/{brandId}/links');
      isMade.current = true;
      onMade(link);
    } catch (error) {
      setFaults(faultsOf(error, NAMES));
    } finally {
      setSending(false);
    }
  }

  return (
    <Modal opened onClose={close} closeOnEscape={!asked} size="lg" title="New payment link">
      <form onSubmit={make} noValidate>
        <LinkFields typed={typed} faults={faults} set={set} />
        <Fault text={faults.whole} mt="md" />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            Back
          </Button>
          <Button type="submit" loading={sending}>
            {'amount' in amount && /^[A-Z]{3,4}$/.test(currency)
              ? `Create link for ${amountText(amount.amount, currency)}`
              : 'Create link'}
          </Button>
        </Group>
      </form>
      <LeaveGuard isDirty={isDirty} />
      <LeaveQuestion asked={asked} onStay={() => setAsked(false)} onLeave={onClose} />
    </Modal>
  );
}

interface LinkFieldsProps {
  typed: Readonly<Record<string, string>>;
  faults: FormFaults;
  set: (name: string, value: string) => void;
}

function LinkFields({ typed, faults, set }: LinkFieldsProps) {
  const field = (name: string) => ({
    name,
    autoComplete: 'off',
    value: typed[name] ?? '',
    error: faults.fields[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(name, currentTarget.value),
  });

  return (
    <div className={form.form}>
      <AmountField
        label="Amount"
        data-autofocus
        currency={(typed.currency ?? '').trim().toUpperCase()}
        {...field('amount')}
        onChange={(text) => set('amount', text)}
      />
      <TextInput label="Currency" maxLength={4} {...field('currency')} />
      <TextInput
        label="What it is for"
        description="Shown to the payer."
        className={form.wide}
        maxLength={120}
        {...field('description')}
      />
      <TextInput
        label="Reference"
        description="Your own reference. If empty, the gateway creates one."
        {...field('merchantReference')}
      />
      <Select
        label="Valid for"
        description="After this time nobody can pay with the link."
        data={LIVES.map(([value, label]) => ({ value, label }))}
        value={typed.expiresInHours ?? '168'}
        allowDeselect={false}
        error={faults.fields.expiresInHours}
        onChange={(value) => set('expiresInHours', value ?? '168')}
      />
      <TextInput label="E-mail of the customer" description="Optional" type="email" {...field('email')} />
      <TextInput label="Customer" description="Your customer id, optional" {...field('userId')} />
      <TextInput
        label="Country of the payer"
        description="Two letters. If empty, the payer chooses."
        maxLength={2}
        {...field('country')}
      />
      <Select
        label="Language of the page"
        description="If empty, the language of the payer’s browser."
        clearable
        data={LANGUAGES.map((code) => ({ value: code, label: languageName(code) }))}
        value={typed.language ?? null}
        error={faults.fields.language}
        onChange={(value) => set('language', value ?? '')}
      />
    </div>
  );
}

function amountText(amount: number, currency: string): string {
  try {
    return moneyText(amount, currency);
  } catch {
    return `${amount} ${currency}`;
  }
}
