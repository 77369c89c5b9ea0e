// The payouts that wait for a file, and the dialog that makes one: ordinary or instant transfers, the day, and whether
// the bank checks the names.
import { Button, Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { countText, moneyText } from '../../../parts/format.ts';
import { Section } from '../../../parts/section.tsx';
import { useBrand, useCan } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { BANK, type Bank, FILES, orderTypeOf } from './bank-answer.ts';

export function Waiting({ waiting }: Pick<Bank, 'waiting'>) {
  const mayExchange = useCan('bank.exchange');
  const [making, setMaking] = useState(false);
  const { payouts, total, approvedBy, instant } = waiting;
  const approved =
    approvedBy.length > 0 ? `Approved by ${approvedBy.join(', ')}.` : 'Approved automatically.';
  const refused = payouts - instant.payouts;
  return (
    <Section
      title={
        payouts === 0
          ? 'No payout waits for a file'
          : `${countText(payouts, 'payout')}, ${moneyText(total, 'EUR')}`
      }
      lead={
        payouts === 0
          ? 'Approved payouts wait here for the next file to the bank.'
          : `To be sent to the bank in one file. ${approved}${refused > 0 ? ` ${refusedText(refused)}` : ''}`
      }
      actions={
        payouts > 0 &&
        mayExchange && (
          <Button onClick={() => setMaking(true)}>Create a file of {countText(payouts, 'payout')}</Button>
        )
      }
    >
      {making && <Make waiting={waiting} approved={approved} onClose={() => setMaking(false)} />}
    </Section>
  );
}

const refusedText = (count: number) =>
  `The bank refused ${countText(count, 'payout')} as an instant transfer; only an ordinary file takes ${count === 1 ? 'it' : 'them'}.`;

function Make({
  waiting,
  approved,
  onClose,
}: Pick<Bank, 'waiting'> & { approved: string; onClose: () => void }) {
  const { id: brandId } = useBrand();
  const { instant } = waiting;
  const [isInstant, setInstant] = useState(instant.isDefault && instant.payouts > 0);
  const [chosenDay, setDay] = useState<string | null>(null);
  const [wantsSkip, setSkip] = useState(false);
  const { payouts, total, executionDate, maySkipNameCheck } = isInstant ? instant : waiting;
  const day = chosenDay ?? executionDate;
  const skipNameCheck = wantsSkip && maySkipNameCheck;
  const left = waiting.payouts - instant.payouts;
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Create a file of ${countText(payouts, 'payout')}, ${moneyText(total, 'EUR')}?`}
      action="Create file"
      onConfirm={async () => {
        const body = { executionDate: day, instant: isInstant, skipNameCheck };
        const made = await post(FILES, { params: { brandId }, body });
        await invalidate(BANK);
        toast(`File of ${countText(made.payouts, 'payout')} created. Download it and give it to your bank.`);
      }}
    >
      <Stack gap="md">
        <p style={{ margin: 0 }}>
          {approved} Each payout is in this file only. Payouts approved in the meantime are included. You can
          withdraw a file that the bank never received.
        </p>
        <Radio.Group
          label="Transfers"
          value={isInstant ? 'instant' : 'ordinary'}
          onChange={(value) => setInstant(value === 'instant')}
        >
          <Stack gap={8} mt={8}>
            <Radio
              value="ordinary"
              label="Ordinary"
              description="The recipient has the money on the next banking day at the latest."
            />
            <Radio
              value="instant"
              disabled={instant.payouts === 0}
              label="Instant"
              description={instantText(instant.payouts, left)}
            />
          </Stack>
        </Radio.Group>
        <TextInput
          type="date"
          label="To be paid on"
          description={
            isInstant
              ? 'Instant transfers are paid on every day.'
              : 'If banks do not settle on this day, it becomes the next banking day.'
          }
          min={executionDate}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <NameCheckChoice
          isInstant={isInstant}
          maySkipNameCheck={maySkipNameCheck}
          skipNameCheck={skipNameCheck}
          payouts={payouts}
          onChange={setSkip}
        />
      </Stack>
    </ConfirmAction>
  );
}

function instantText(payouts: number, left: number): string {
  if (payouts === 0) return 'Not possible: the bank refused these payouts as instant transfers.';
  return left === 0
    ? 'The recipient has the money within seconds.'
    : `The recipient has the money within seconds. ${countText(left, 'payout')} that the bank refused as instant ${left === 1 ? 'waits' : 'wait'} for an ordinary file.`;
}

function NameCheckChoice({
  isInstant,
  maySkipNameCheck,
  skipNameCheck,
  payouts,
  onChange,
}: {
  isInstant: boolean;
  maySkipNameCheck: boolean;
  skipNameCheck: boolean;
  payouts: number;
  onChange: (skip: boolean) => void;
}) {
  const order = orderTypeOf(isInstant, skipNameCheck);
  if (!maySkipNameCheck)
    return (
      <p style={{ margin: 0 }}>
        The bank checks whether {payouts === 1 ? 'the name belongs' : 'each name belongs'} to the account
        (verification of payee). No bank lets a single payout skip this check
        {payouts === 1 ? '' : ', and one of your accounts has a single payout in this file'}.
      </p>
    );
  return (
    <Checkbox
      checked={skipNameCheck}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      label="Skip the name check"
      description={
        skipNameCheck
          ? `The file itself cannot say this. Choose it at the bank, too: in Germany by the EBICS order type ${order}. You then bear the risk of wrong names.`
          : 'Without this, the bank checks whether each name belongs to its account (verification of payee), and you release the file afterwards.'
      }
    />
  );
}
