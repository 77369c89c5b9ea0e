// Erases a customer who asked to be forgotten: by the user id, the e-mail address, or both. First it shows who that is
// and how much goes, and then it asks, because nobody can undo it.
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, post } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { countText, dayText, moneyText, numberText } from '../../parts/format.ts';
import { Fact, Facts } from '../../parts/section.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import classes from './money.module.css';

const ERASE = '/portal/api/brands/{brandId}/customers/erase';
type Preview = Answer<`${typeof ERASE}/preview`, 'post'>;

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The customer of the open page; absent: the user types the id. */
  userId?: string;
  /** Runs after the customer was erased. */
  onErased?: () => void;
}

export function EraseDialog({ opened, onClose, userId, onErased }: Props) {
  const brand = useBrand();
  const [typedId, setTypedId] = useState('');
  const [email, setEmail] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const named = { userId: userId ?? typedId.trim(), email: email.trim() };
  const given = { params: { brandId: brand.id }, body: namesIn(named) };
  const isNobody = preview !== null && !hasAny(preview);
  /** What was shown is what is erased: another name asks again. */
  const type = (set: (text: string) => void) => (text: string) => {
    set(text);
    setPreview(null);
  };

  async function show(): Promise<'stay'> {
    setPreview(await post(`${ERASE}/preview`, given));
    return 'stay';
  }
  async function erase() {
    const erased = await post(ERASE, given);
    await invalidate('/portal/api/brands/{brandId}/customers');
    const counts = [countText(erased.transactions, 'transaction'), countText(erased.cards, 'saved card')];
    if (preview?.blocks) counts.push(countText(preview.blocks, 'block'));
    toast(`Erased: ${counts.join(', ')}`);
    onErased?.();
  }
  return (
    <ConfirmAction
      opened={opened}
      onClose={onClose}
      title={userId ? `Erase ${userId}?` : 'Erase a customer?'}
      action={preview && !isNobody ? 'Erase permanently' : 'Show who is erased'}
      danger={preview !== null && !isNobody}
      disabled={(named.userId === '' && named.email === '') || isNobody}
      onConfirm={preview ? erase : show}
    >
      <Stack gap="md">
        {!userId && (
          <TextInput
            label="User id"
            description="Exactly as the userId in your requests."
            maxLength={255}
            value={typedId}
            onChange={({ currentTarget }) => type(setTypedId)(currentTarget.value)}
          />
        )}
        <TextInput
          label={userId ? 'E-mail address, if you know it' : 'E-mail address'}
          description="It finds payments that have no user id."
          type="email"
          maxLength={320}
          value={email}
          onChange={({ currentTarget }) => type(setEmail)(currentTarget.value)}
        />
        {preview && (isNobody ? <Nobody /> : <Found preview={preview} />)}
        <div className={classes.erasure}>
          <p>
            <b>Erased:</b> name, e-mail, phone, addresses, documents, cards and recipients, what was bought,
            receipts, notes and tags, the profile and saved cards, also in webhooks; the value and the reason
            of blocks.
          </p>
          <p>
            <b>Kept:</b> amounts, references, statuses and times, the balance, and the audit log, which does
            not name the customer. Blocks go on blocking.
          </p>
          <p>
            A payment in progress is erased when it ends. <b>This cannot be undone</b>, and support can no
            longer find this customer’s payments by name.
          </p>
        </div>
      </Stack>
    </ConfirmAction>
  );
}

/** A person may be known by a saved card or a block alone. */
const hasAny = ({ people, transactions, cards, blocks }: Preview) =>
  people.length + transactions + cards + blocks > 0;

const namesIn = (named: Record<'userId' | 'email', string>) =>
  Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));

function Nobody() {
  return (
    <p className={classes.found} role="status">
      Nobody has this user id or e-mail address. Check the spelling.
    </p>
  );
}

function Found({ preview }: { preview: Preview }) {
  const { timeZone } = useBrand();
  const { people, transactions, inProgress, firstAt, lastAt, cards, blocks, amounts } = preview;
  const days = [firstAt, lastAt].flatMap((at) => (at === null ? [] : [dayText(at, timeZone)]));
  const sumOf = (type: 'PAYIN' | 'PAYOUT') =>
    amounts
      .filter((one) => one.type === type)
      .map(
        ({ amount, currency, count }) => `${moneyText(amount, currency)} in ${countText(count, 'payment')}`,
      )
      .join(', ');
  return (
    <section className={classes.found} aria-label="Who is erased">
      {people.map(({ userId, name, email, phone }) => (
        <p key={userId} className={classes.person}>
          <strong>{name ?? userId ?? 'No name'}</strong>
          <span>{[name && userId, email, phone].filter(Boolean).join(' · ')}</span>
        </p>
      ))}
      <Facts>
        <Fact label="Transactions">
          {numberText(transactions)}
          {inProgress > 0 && `, of which ${numberText(inProgress)} in progress`}
        </Fact>
        <Fact label="Created">{[...new Set(days)].join(' to ')}</Fact>
        <Fact label="Pay-ins">{sumOf('PAYIN')}</Fact>
        <Fact label="Payouts">{sumOf('PAYOUT')}</Fact>
        <Fact label="Saved cards">{numberText(cards)}</Fact>
        <Fact label="Blocks">{numberText(blocks)}</Fact>
      </Facts>
    </section>
  );
}
