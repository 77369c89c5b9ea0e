// Every move of a dispute, and its effect on
// the money (contract 13).
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  DISPUTE_STATUSES,
  type Dispute,
  type DisputeNews,
  type DisputeStatus,
  judgeDispute,
  openDispute,
} from '../../../src/domain/after-end/dispute.ts';
import { judgeReturn } from '../../../src/domain/after-end/return.ts';
import { balanceEffect } from '../../../src/domain/ledger/ledger.ts';
import { aTransaction } from '../../stage/builders.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const payin = aTransaction({ status: 'COMPLETED', amountMinor: 5_000n, sequence: 2, version: 3 });
const judge = (former: Dispute | null, news: DisputeNews) =>
  judgeDispute(payin, former, { ...news, id: 'd-1' }, NOW);

function moved(former: Dispute | null, news: DisputeNews) {
  const judged = judge(former, news);
  assert.equal(
    judged.kind,
    'moved',
    JSON.stringify(judged, (_, one) => String(one)),
  );
  assert.ok(judged.kind === 'moved');
  return judged.change;
}

/** A dispute in this status. */
function inStatus(status: DisputeStatus): Dispute {
  const opened = moved(null, { status: status === 'WON' ? 'OPEN' : status }).dispute;
  return status === 'WON' ? moved(opened, { status }).dispute : opened;
}

test('a dispute makes only the moves of its table', () => {
  const possible: Record<DisputeStatus, DisputeStatus[]> = {
    INQUIRY: ['OPEN', 'WON', 'LOST'],
    OPEN: ['WON', 'LOST'],
    WON: ['LOST'],
    LOST: [],
  };
  for (const from of DISPUTE_STATUSES) {
    for (const to of DISPUTE_STATUSES.filter((one) => one !== from)) {
      const judged = judge(inStatus(from), { status: to });
      assert.equal(judged.kind, possible[from].includes(to) ? 'moved' : 'refused', `${from} to ${to}`);
    }
    assert.equal(judge(inStatus(from), { status: from }).kind, 'known', `${from} again`);
  }
  assert.equal(judge(null, { status: 'WON' }).kind, 'refused');
});

test('each step has its event and raises the version of its transaction, whose status stays', () => {
  const inquiry = moved(null, { status: 'INQUIRY' });
  const steps = [
    inquiry,
    moved(inquiry.dispute, { status: 'INQUIRY', deadline: NOW }),
    moved(inquiry.dispute, { status: 'OPEN' }),
    moved(inStatus('OPEN'), { status: 'WON' }),
    moved(inStatus('WON'), { status: 'LOST' }),
  ];
  assert.deepEqual(
    steps.map(({ eventType }) => eventType),
    ['dispute.opened', 'dispute.updated', 'dispute.updated', 'dispute.won', 'dispute.lost'],
  );
  for (const { before, after } of steps) {
    assert.deepEqual([after.status, after.sequence, after.version], ['COMPLETED', 3, 4]);
    assert.equal(before, payin);
  }
});

test('an open or lost dispute withholds its amount, and a won dispute returns it, unless the provider says otherwise', () => {
  const effects = (news: DisputeNews, former: Dispute | null = null) =>
    moved(former, news).movements.map((movement) => [movement.kind, balanceEffect(movement).availableMinor]);
  assert.deepEqual(effects({ status: 'INQUIRY' }), []);
  assert.deepEqual(effects({ status: 'OPEN', fundsWithheld: false }), []);
  assert.deepEqual(effects({ status: 'OPEN', amountMinor: 1_200n }), [['DISPUTE_WITHHELD', -1_200n]]);
  const open = moved(null, { status: 'OPEN', amountMinor: 1_200n }).dispute;
  assert.deepEqual(effects({ status: 'WON' }, open), [['DISPUTE_GIVEN_BACK', 1_200n]]);
  assert.deepEqual(effects({ status: 'LOST' }, open), []);
  const inquiry = moved(null, { status: 'INQUIRY' }).dispute;
  assert.deepEqual(effects({ status: 'OPEN', amountMinor: 1_000n }, inquiry), [
    ['DISPUTE_WITHHELD', -1_000n],
  ]);
  assert.deepEqual(effects({ status: 'LOST' }, inStatus('WON')), [['DISPUTE_WITHHELD', -5_000n]]);
});

test('the dispute withholds exactly what the provider took, whatever the order of its news', () => {
  const news = fc.record(
    {
      status: fc.constantFrom(...DISPUTE_STATUSES),
      amountMinor: fc.bigInt({ min: -1n, max: 6_000n }),
      fundsWithheld: fc.boolean(),
      reason: fc.constantFrom(null, 'fraudulent'),
    },
    { requiredKeys: ['status'] },
  );
  fc.assert(
    fc.property(fc.array(news, { maxLength: 12 }), (said) => {
      let dispute: Dispute | null = null;
      let takenMinor = 0n;
      for (const one of said) {
        const judged = judge(dispute, one);
        if (judged.kind !== 'moved') continue;
        dispute = judged.change.dispute;
        for (const movement of judged.change.movements) takenMinor -= balanceEffect(movement).availableMinor;
        assert.ok(dispute.amountMinor > 0n && dispute.amountMinor <= payin.amountMinor);
        assert.ok(!(dispute.status === 'WON' && dispute.fundsWithheld));
        assert.equal(takenMinor, dispute.fundsWithheld ? dispute.amountMinor : 0n);
      }
    }),
  );
});

test('only a COMPLETED pay-in is disputed, with at most its amount', () => {
  const of = (fields: Parameters<typeof aTransaction>[0], news: DisputeNews = { status: 'OPEN' }) =>
    judgeDispute(aTransaction(fields), null, { ...news, id: 'd-1' }, NOW);
  assert.equal(of({ status: 'PROCESSING' }).kind, 'refused');
  assert.equal(of({ status: 'COMPLETED', type: 'PAYOUT' }).kind, 'refused');
  assert.equal(judge(null, { status: 'OPEN', amountMinor: 5_001n }).kind, 'refused');
  assert.equal(judge(null, { status: 'OPEN', amountMinor: 0n }).kind, 'refused');
});

test('news of a dispute goes to the latest dispute, and opens a new one after its end', () => {
  const lost = inStatus('LOST');
  const won = inStatus('WON');
  assert.equal(openDispute([], 'OPEN'), null);
  assert.equal(openDispute([lost, won], 'LOST'), won);
  assert.equal(openDispute([won], 'OPEN'), null);
  assert.equal(openDispute([lost], 'INQUIRY'), null);
  assert.equal(openDispute([lost], 'WON'), lost);
  const open = inStatus('OPEN');
  assert.equal(openDispute([lost, open], 'WON'), open);
});

test("each step of a dispute has the dispute's amount, unless it only asks or announces", () => {
  const open = moved(null, { status: 'OPEN', amountMinor: 1_200n }).dispute;
  const won = moved(open, { status: 'WON', amountMinor: 1_200n }).dispute;
  const lost = moved(won, { status: 'LOST' }).dispute;
  for (const former of [open, won, lost])
    for (const status of DISPUTE_STATUSES)
      for (const amountMinor of [1_199n, 1_201n]) {
        const judged = judge(former, { status, amountMinor });
        assert.ok(judged.kind === 'refused', `${former.status} to ${status}`);
      }
  const judged = judge(open, { status: 'WON', amountMinor: 1_000n });
  assert.match(judged.kind === 'refused' ? judged.fault : '', /^amount: the dispute is over 12.00 EUR/);
  const held = moved(null, { status: 'INQUIRY', fundsWithheld: true }).dispute;
  assert.equal(judge(held, { status: 'OPEN', amountMinor: 1_000n }).kind, 'refused');
  const announced = moved(null, { status: 'OPEN', fundsWithheld: false }).dispute;
  assert.equal(judge(announced, { status: 'OPEN', fundsWithheld: true, amountMinor: 1_000n }).kind, 'moved');
  for (const status of ['WON', 'LOST'] as const)
    assert.equal(judge(announced, { status, amountMinor: 1_000n }).kind, 'refused', status);
});

test('the disputes of a payment withhold at most the paid amount, and nothing after it came back', () => {
  const first = moved(null, { status: 'OPEN', amountMinor: 3_000n }).dispute;
  const second = (news: DisputeNews, of = payin) =>
    judgeDispute(of, null, { ...news, id: 'd-2', disputes: [first] }, NOW).kind;
  assert.equal(second({ status: 'OPEN', amountMinor: 2_000n }), 'moved');
  assert.equal(second({ status: 'OPEN', amountMinor: 2_001n }), 'refused');
  assert.equal(second({ status: 'INQUIRY', amountMinor: 2_001n }), 'moved');
  const back = { ...payin, returned: { reason: null, at: NOW.toISOString() } };
  assert.equal(judgeDispute(back, null, { status: 'OPEN', id: 'd-1' }, NOW).kind, 'refused');
  assert.equal(judgeDispute(back, null, { status: 'INQUIRY', id: 'd-1' }, NOW).kind, 'moved');
  assert.equal(judgeReturn(payin, null, NOW, [first]).kind, 'refused');
  const won = moved(first, { status: 'WON' }).dispute;
  assert.equal(judgeReturn(payin, null, NOW, [won]).kind, 'returned');
});
