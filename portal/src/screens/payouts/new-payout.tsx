// Makes a payout by a form: the method's own fields, every fault beside its field. The payout waits for its approval
// unless the brand approves automatically. The form must keep its text until the payout is made.
import { Alert, Anchor, Button, Group, Select, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { type Answer, ApiError, post } from '../../api/client.ts';
import { apiQuery } from '../../api/queries.ts';
import { readTyped } from '../../parts/amount.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { type FormFaults, faultsOf, NO_FAULTS } from '../../parts/field-faults.ts';
import { countryName, moneyText } from '../../parts/format.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import { invalidatePayouts } from './invalidate-payouts.ts';
import classes from './payouts.module.css';

type Option = Answer<'/portal/api/brands/{brandId}/payouts/options'>['options'][number];
type Made = Answer<'/portal/api/brands/{brandId}/payouts', 'post'>;

export function NewPayout() {
  const brand = useBrand();
  const query = useQuery(
    apiQuery('/portal/api/brands/{brandId}/payouts/options', { params: { brandId: brand.id } }),
  );
  return (
    <>
      <PageHeader
        lead={`Paid from ${brand.name}'s balance once it is approved.`}
        back={{ to: `/b/${brand.id}/payouts`, label: 'Payouts' }}
      />
      {query.error && <ErrorState error={query.error} again={query.refetch} />}
      {query.data?.options.length === 0 && (
        <EmptyState title="No payout method is enabled">An owner enables methods under Settings.</EmptyState>
      )}
      {query.data && query.data.options.length > 0 && <Form options={query.data.options} />}
    </>
  );
}

const COMMON = ['paymentOptionId', 'currency', 'amount', 'country', 'merchantReference', 'userId', 'email'];

/** Keeps the typed and chosen values, and sends them. */
function usePayout(options: readonly Option[]) {
  const brand = useBrand();
  const navigate = useNavigate();
  const [optionId, setOptionId] = useState((options.find(({ type }) => type !== 'CARD') ?? options[0]!).id);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [faults, setFaults] = useState<FormFaults>(NO_FAULTS);
  const [isTaken, setTaken] = useState(false);
  const [sending, setSending] = useState(false);
  const isMade = useRef(false);
  const option = options.find(({ id }) => id === optionId) ?? options[0]!;
  const { currencies, countries } = option;
  const currency = currencies.find(({ code }) => code === typed.currency) ?? currencies[0]!;
  const country =
    countries.length === 0
      ? (typed.country ?? '')
      : (countries.find((one) => one === typed.country) ?? countries[0]!);
  const amount = readTyped(typed.amount ?? '', currency.code, brand.timeZone);

  async function make(event: FormEvent) {
    event.preventDefault();
    setTaken(false);
    setSending(true);
    try {
      const made = await post('/portal/api/brands/{brandId}/payouts', {
        params: { brandId: brand.id },
        body: {
          paymentOptionId: option.id,
          currency: currency.code,
          // Without an amount the gateway refuses the payout and names every other fault too.
          amount: 'amount' in amount ? amount.amount : null,
          country: country.trim() || null,
          merchantReference: typed.merchantReference?.trim() ?? '',
          userId: typed.userId?.trim() || null,
          email: typed.email?.trim() || null,
          paymentData: typedFields(currency.fields, typed),
        },
      });
      invalidatePayouts();
      isMade.current = true;
      tellResult(made, 'amount' in amount ? moneyText(amount.amount, currency.code) : '');
      await navigate({ to: `/b/${brand.id}/payouts` as '/' });
    } catch (error) {
      setTaken(error instanceof ApiError && error.status === 409);
      const { fields, whole } = faultsOf(error, [...COMMON, ...currency.fields.map(({ name }) => name)]);
      const isRefused = error instanceof ApiError && error.status === 400;
      const own: Record<string, string> = 'fault' in amount && isRefused ? { amount: amount.fault } : {};
      setFaults({ fields: { ...fields, ...own }, whole });
    } finally {
      setSending(false);
    }
  }

  return {
    option,
    currency,
    country,
    typed,
    faults,
    isTaken,
    sending,
    make,
    isDirty: () => !isMade.current && Object.values(typed).some((value) => value.trim() !== ''),
    amountText: 'amount' in amount ? moneyText(amount.amount, currency.code) : null,
    type(name: string, value: string) {
      setTyped((former) => ({ ...former, [name]: value }));
      setFaults((former) => ({ ...former, fields: { ...former.fields, [name]: '' } }));
    },
    chooseOption(id: string) {
      setOptionId(id);
      setFaults(NO_FAULTS);
    },
  };
}

function typedFields(
  fields: Option['currencies'][number]['fields'],
  typed: Readonly<Record<string, string>>,
) {
  const filled = fields.flatMap(({ name }) => {
    const value = typed[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(filled);
}

function tellResult({ status, errorReason }: Made, amountText: string): void {
  const said = `Payout of ${amountText}`;
  if (status === 'DECLINED') toast(`${said} was declined: ${errorReason}`, 'bad');
  else toast(status === 'PENDING' ? `${said} waits for approval` : `${said} is on its way`);
}

function Form({ options }: { options: readonly Option[] }) {
  const payout = usePayout(options);
  const { option, currency, country, typed, faults, type } = payout;
  const field: TextField = (name) => ({
    name,
    value: typed[name] ?? '',
    error: faults.fields[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }) => type(name, currentTarget.value),
  });
  return (
    <form onSubmit={payout.make} noValidate>
      <div className={classes.form}>
        <Select
          label="Method"
          data={options.map(({ id, name }) => ({ value: id, label: name }))}
          value={option.id}
          allowDeselect={false}
          error={faults.fields.paymentOptionId}
          onChange={(id) => payout.chooseOption(id ?? option.id)}
        />
        {option.countries.length > 0 ? (
          <Select
            label="Country"
            data={option.countries.map((code) => ({ value: code, label: countryName(code) }))}
            value={country}
            allowDeselect={false}
            searchable={option.countries.length > 8}
            error={faults.fields.country}
            onChange={(code) => type('country', code ?? '')}
          />
        ) : (
          <TextInput label="Country" description="Two letters, such as DE; optional" {...field('country')} />
        )}
        <AmountField
          label="Amount"
          required
          withAsterisk={false}
          currency={currency.code}
          {...field('amount')}
          onChange={(text) => type('amount', text)}
        />
        <Select
          label="Currency"
          data={option.currencies.map(({ code }) => code)}
          value={currency.code}
          allowDeselect={false}
          error={faults.fields.currency}
          onChange={(code) => type('currency', code ?? '')}
        />
        <MethodFields currency={currency} typed={typed} field={field} onChoose={type} />
        <CustomerFields field={field} />
      </div>
      <LeaveGuard isDirty={payout.isDirty} />
      <WholeFault text={faults.whole} taken={payout.isTaken ? (typed.merchantReference ?? '') : null} />
      <Group mt="lg">
        <Button type="submit" loading={payout.sending}>
          {payout.amountText === null ? 'Create payout' : `Create payout of ${payout.amountText}`}
        </Button>
      </Group>
    </form>
  );
}

/** The props of a text field in this form. */
type TextField = (
  name: string,
) => Pick<TextInputProps, 'name' | 'error' | 'autoComplete' | 'onChange'> & { value: string };

interface MethodFieldsProps {
  currency: Option['currencies'][number];
  typed: Readonly<Record<string, string>>;
  field: TextField;
  onChoose: (name: string, value: string) => void;
}

function MethodFields({ currency, typed, field, onChoose }: MethodFieldsProps) {
  return currency.fields.map(({ name, label, values, required }) =>
    values.length > 0 ? (
      <Select
        key={name}
        label={label}
        data={values}
        value={typed[name] ?? null}
        error={field(name).error}
        onChange={(value) => onChoose(name, value ?? '')}
      />
    ) : (
      <TextInput key={name} label={label} {...(!required && { description: 'Optional' })} {...field(name)} />
    ),
  );
}

function CustomerFields({ field }: { field: TextField }) {
  return (
    <>
      <TextInput
        label="Reference"
        description="Your own reference for this payout. A second payout with the same reference is refused."
        className={classes.wide}
        {...field('merchantReference')}
      />
      <TextInput label="Customer" description="Your customer id, optional" {...field('userId')} />
      <TextInput label="E-mail of the customer" description="Optional" type="email" {...field('email')} />
    </>
  );
}

/** `taken`: the reference, if another payout already has it. */
function WholeFault({ text, taken }: { text: string | null; taken: string | null }) {
  const brand = useBrand();
  if (!text) return null;
  return (
    <Alert color="red" mt="md" role="alert" className={classes.form}>
      {text}
      {taken !== null && (
        <>
          {' '}
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/b/$brandId/payouts"
                params={{ brandId: brand.id } as never}
                search={{ show: 'all', q: taken.trim() } as never}
                {...props}
              />
            )}
          >
            Show the first one
          </Anchor>
        </>
      )}
    </Alert>
  );
}
