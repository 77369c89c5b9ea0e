// A payout by the form: the method's own fields, every fault beside its field. It waits for its approval unless the brand approves
// automatically. What was typed stays until it is made.
import { Alert, Anchor, Button, Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Answer, ApiError, post } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { type FormFaults, faultsOf, NO_FAULTS } from '../../parts/field-faults.ts';
import { countryName, moneyText } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import classes from './payouts.module.css';

type Option = Answer<'/portal/api/brands/{brandId}/payouts/options'>['options'][number];

export function NewPayout() {
  const brand = useBrand();
  const query = useQuery(
    apiQuery('/portal/api/brands/{brandId}/payouts/options', { params: { brandId: brand.id } }),
  );
  return (
    <>
      <PageHeader
        title="New payout"
        lead={`Paid from ${brand.name}'s balance once it is approved.`}
        back={{ to: `/b/${brand.id}/payouts`, label: 'Payouts' }}
      />
      {query.error && <ErrorState error={query.error} again={query.refetch} />}
      {query.data?.options.length === 0 && (
        <EmptyState title="No way of paying out is switched on">
          An owner switches methods on under Settings.
        </EmptyState>
      )}
      {query.data && query.data.options.length > 0 && <Form options={query.data.options} />}
    </>
  );
}

const COMMON = ['paymentOptionId', 'currency', 'amount', 'country', 'merchantReference', 'userId', 'email'];

function Form({ options }: { options: readonly Option[] }) {
  const brand = useBrand();
  const navigate = useNavigate();
  const [optionId, setOptionId] = useState((options.find(({ type }) => type !== 'CARD') ?? options[0]!).id);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [faults, setFaults] = useState<FormFaults>(NO_FAULTS);
  const [taken, setTaken] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const option = options.find(({ id }) => id === optionId) ?? options[0]!;
  const { currencies, countries } = option;
  const currency = currencies.find(({ code }) => code === typed.currency) ?? currencies[0]!;
  const country =
    countries.length === 0
      ? (typed.country ?? '')
      : (countries.find((one) => one === typed.country) ?? countries[0]!);
  const amount = (typed.amount ?? '').trim();
  const isAmount = /^\d{1,12}([.]\d+)?$/.test(amount);

  const field = (name: string) => ({
    name,
    value: typed[name] ?? '',
    error: faults.fields[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
      setTyped((former) => ({ ...former, [name]: value }));
      setFaults((former) => ({ ...former, fields: { ...former.fields, [name]: '' } }));
    },
  });

  async function make(event: FormEvent) {
    event.preventDefault();
    setTaken(null);
    if (!isAmount) {
      setFaults({ fields: { amount: 'Write digits and a point, such as 1250.50' }, whole: null });
      return;
    }
    setSending(true);
    const data = currency.fields.flatMap(({ name }) => {
      const value = typed[name]?.trim();
      return value ? [[name, value] as const] : [];
    });
    try {
      const made = await post('/portal/api/brands/{brandId}/payouts', {
        params: { brandId: brand.id },
        body: {
          paymentOptionId: option.id,
          currency: currency.code,
          amount: Number(amount),
          country: country.trim() || null,
          merchantReference: typed.merchantReference?.trim() ?? '',
          userId: typed.userId?.trim() || null,
          email: typed.email?.trim() || null,
          paymentData: Object.fromEntries(data),
        },
      });
      invalidate('/portal/api/brands/{brandId}/payouts/waiting', '/portal/api/brands/{brandId}/payouts');
      const said = `Payout of ${moneyText(Number(amount), currency.code)}`;
      if (made.status === 'DECLINED') toast(`${said} was declined: ${made.errorReason}`, 'bad');
      else toast(made.status === 'PENDING' ? `${said} waits for its approval` : `${said} is on its way`);
      await navigate({ to: '/b/$brandId/payouts', params: { brandId: brand.id } } as never);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setTaken(error.message);
      setFaults(faultsOf(error, [...COMMON, ...currency.fields.map(({ name }) => name)]));
    } finally {
      setSending(false);
    }
  }

  return (
    <form onSubmit={make} noValidate>
      <div className={classes.form}>
        <Select
          label="Method"
          data={options.map(({ id, name }) => ({ value: id, label: name }))}
          value={option.id}
          allowDeselect={false}
          error={faults.fields.paymentOptionId}
          onChange={(id) => {
            setOptionId(id ?? option.id);
            setFaults(NO_FAULTS);
          }}
        />
        {countries.length > 0 ? (
          <Select
            label="Country"
            data={countries.map((code) => ({ value: code, label: countryName(code) }))}
            value={country}
            allowDeselect={false}
            searchable={countries.length > 8}
            error={faults.fields.country}
            onChange={(code) => setTyped((former) => ({ ...former, country: code ?? '' }))}
          />
        ) : (
          <TextInput
            label="Country"
            description="Two letters, such as DE; may be left out"
            {...field('country')}
          />
        )}
        <TextInput
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          required
          withAsterisk={false}
          {...field('amount')}
        />
        <Select
          label="Currency"
          data={currencies.map(({ code }) => code)}
          value={currency.code}
          allowDeselect={false}
          error={faults.fields.currency}
          onChange={(code) => setTyped((former) => ({ ...former, currency: code ?? '' }))}
        />
        {currency.fields.map(({ name, label, values, required }) =>
          values.length > 0 ? (
            <Select
              key={name}
              label={label}
              data={values}
              value={typed[name] ?? null}
              error={faults.fields[name]}
              onChange={(value) => setTyped((former) => ({ ...former, [name]: value ?? '' }))}
            />
          ) : (
            <TextInput
              key={name}
              label={label}
              autoComplete="off"
              {...(!required && { description: 'May be left out' })}
              {...field(name)}
            />
          ),
        )}
        <TextInput
          label="Reference"
          description="Yours, for this payout alone. It keeps the same payout from being made twice."
          autoComplete="off"
          className={classes.wide}
          {...field('merchantReference')}
        />
        <TextInput
          label="Customer"
          description="As you know them. May be left out"
          autoComplete="off"
          {...field('userId')}
        />
        <TextInput
          label="E-mail of the customer"
          description="May be left out"
          type="email"
          autoComplete="off"
          {...field('email')}
        />
      </div>
      {faults.whole && (
        <Alert color="red" mt="md" role="alert" className={classes.form}>
          {faults.whole}
          {taken && (
            <>
              {' '}
              <Anchor
                renderRoot={(props) => (
                  <Link
                    to="/b/$brandId/payouts"
                    params={{ brandId: brand.id } as never}
                    search={{ show: 'all', q: typed.merchantReference?.trim() } as never}
                    {...props}
                  />
                )}
              >
                Show the first one
              </Anchor>
            </>
          )}
        </Alert>
      )}
      <Group mt="lg">
        <Button type="submit" loading={sending}>
          {isAmount ? `Make payout of ${moneyText(Number(amount), currency.code)}` : 'Make payout'}
        </Button>
      </Group>
    </form>
  );
}
