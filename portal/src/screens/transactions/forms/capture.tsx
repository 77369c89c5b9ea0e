// Captures an authorised payment, whole or in part, and says in words what happens to the rest. The reference is made
// when the form opens, so that a second click is the same capture; after a failed one the form makes a new reference.
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../../api/client.ts';
import { fieldText, readTyped } from '../../../parts/amount.ts';
import { AmountField } from '../../../parts/amount-field.tsx';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { moneyText, shortTime } from '../../../parts/format.ts';
import { useBrand } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { PAGE, type PageOf } from '../page.ts';
import { useTransactionAction } from '../transaction-action.ts';

const newReference = () => `portal-${crypto.randomUUID()}`;

export function Capture({ page, onClose }: { page: PageOf; onClose: () => void }) {
  const { name, timeZone } = useBrand();
  const { params, done } = useTransactionAction(page);
  const { transaction, authorization, available } = page;
  const { currency, card, option } = transaction;
  const { capturable, several, captureBefore } = authorization!;
  const [captureReference, setReference] = useState(newReference);
  const [amount, setAmount] = useState(() => fieldText(capturable, currency, timeZone));
  const [rest, setRest] = useState<'release' | 'keep'>('release');
  const typed = readTyped(amount, currency, timeZone);
  const wanted = 'amount' in typed ? typed.amount : 0;
  const money = (value: number) => moneyText(value, currency);
  const isFit = wanted > 0 && wanted <= capturable;
  const isPart = isFit && wanted < capturable;
  const isFinal = !(isPart && several && rest === 'keep');
  const left = money(capturable - wanted);
  const until = shortTime(captureBefore, timeZone);
  const from = card ?? option ?? 'the customer';

  async function capture() {
    const body = { amount: wanted, final: isFinal, captureReference };
    const after = await post(`${PAGE}/captures`, { params, body });
    await done();
    const made = after.captures.find((one) => one.captureReference === captureReference);
    if (made?.status === 'FAILED') {
      setReference(newReference());
      throw new Error(`The provider did not capture it: ${made.errorReason}. Nothing was charged`);
    }
    toast(made?.status === 'PENDING' ? `${money(wanted)} is being captured` : `${money(wanted)} captured`);
  }

  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={isFit ? `Capture ${money(wanted)} from ${from}?` : `Capture from ${from}`}
      action={isFit ? `Capture ${money(wanted)}` : 'Capture'}
      disabled={!isFit}
      onConfirm={capture}
    >
      <Stack gap="md">
        <AmountField
          label={`Amount in ${currency}`}
          description={`${money(capturable)} is held and can be captured until ${until}.`}
          data-autofocus
          currency={currency}
          value={amount}
          onChange={setAmount}
          error={wanted > capturable && `At most ${money(capturable)}.`}
        />
        {isPart && (
          <Radio.Group
            label={`What happens to the other ${left}?`}
            value={isFinal ? 'release' : 'keep'}
            onChange={(value) => setRest(value as 'release' | 'keep')}
          >
            <Stack gap={8} mt={8}>
              <Radio
                value="release"
                label="Release it to the customer"
                description="This is the last capture of the payment."
              />
              <Radio
                value="keep"
                disabled={!several}
                label="Keep it held for another capture"
                description={
                  several
                    ? `Until ${until}. Then it goes back to the customer.`
                    : 'Not possible: the provider takes one capture of this payment (error code 5103).'
                }
              />
            </Stack>
          </Radio.Group>
        )}
        {isFit && (
          <p style={{ margin: 0 }}>
            {isPart
              ? isFinal
                ? `${money(wanted)} is charged, ${left} is released to the customer.`
                : `${money(wanted)} is charged. ${left} can still be captured until ${until}.`
              : `${money(wanted)} is charged. Nothing stays held.`}{' '}
            {name}'s balance will be {money(available + wanted)}.
          </p>
        )}
      </Stack>
    </ConfirmAction>
  );
}
