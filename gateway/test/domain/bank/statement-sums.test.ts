// What a bank says must add up before money moves (contract 15): details to their entry, in its direction and the
// account's currency, and entries to the balances of their statement.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type ChainedSum, differenceOf, linkOf } from '../../../src/domain/bank/statement-chain.ts';
import { StatementReader } from '../../../src/domain/bank/statement-entries.ts';

const IBAN = 'DE89370400440532013000';

function read(statements: string, { header = '', version = '08' } = {}) {
  const reader = new StatementReader();
  reader.write(
    Buffer.from(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>` +
        `<GrpHdr>${header}</GrpHdr>${statements}</BkToCstmrStmt></Document>`,
    ),
  );
  return reader.close();
}

const stmt = (inner: string, iban = IBAN) =>
  `<Stmt><Id>S</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${inner}</Stmt>`;
const bal = (kind: string, amount: string, more = '') => {
  const isOwed = amount.startsWith('-');
  return (
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry>${more}</Tp><Amt Ccy="EUR">${amount.replace('-', '')}</Amt>` +
    `<CdtDbtInd>${isOwed ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>`
  );
};
const entry = (amount: string, { sign = 'CRDT', details = '', currency = 'EUR', status = 'BOOK' } = {}) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>` +
  `<BookgDt><Dt>2026-03-02</Dt></BookgDt>${details && `<NtryDtls>${details}</NtryDtls>`}</Ntry>`;
const detail = (amount: string, sign = '', currency = 'EUR') =>
  `<TxDtls><Amt Ccy="${currency}">${amount}</Amt>${sign && `<CdtDbtInd>${sign}</CdtDbtInd>`}</TxDtls>`;
const amounts = (kind: string, ...all: string[]) =>
  all
    .map((amount) => `<TxDtls><AmtDtls><${kind}><Amt Ccy="EUR">${amount}</Amt></${kind}></AmtDtls></TxDtls>`)
    .join('');

const partsOf = (xml: string) =>
  read(stmt(xml)).entries.map(({ direction, amountMinor, fault }) => [
    direction,
    amountMinor,
    fault !== null,
  ]);

test('details count as money only if they add up to their entry', () => {
  for (const [name, xml, expected] of [
    [
      'more than the entry',
      entry('0.02', { details: detail('100') + detail('100') }),
      [
        ['credit', 2n, true],
        ['credit', null, true],
      ],
    ],
    ['one that is more', entry('0.02', { details: detail('100') }), [['credit', 2n, true]]],
    [
      'what was instructed',
      entry('120', { details: amounts('InstdAmt', '100', '50') }),
      [
        ['credit', 12_000n, true],
        ['credit', null, true],
      ],
    ],
    [
      'what was instructed, though it adds up',
      entry('150', { details: amounts('InstdAmt', '100', '50') }),
      [
        ['credit', 15_000n, true],
        ['credit', null, true],
      ],
    ],
    [
      'the other direction',
      entry('100', { sign: 'DBIT', details: detail('100', 'CRDT') }),
      [['debit', 10_000n, true]],
    ],
    [
      'the other direction without an amount',
      entry('100', { sign: 'DBIT', details: '<TxDtls><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>' }),
      [['debit', 10_000n, true]],
    ],
    [
      'another currency',
      entry('150', { details: detail('100', '', 'USD') + detail('50') }),
      [
        ['credit', 15_000n, true],
        ['credit', null, true],
      ],
    ],
    [
      'halves of a cent',
      entry('100', { details: detail('33.335') + detail('66.665') }),
      [
        ['credit', 10_000n, true],
        ['credit', null, true],
      ],
    ],
    [
      'the right sum',
      entry('150', { details: detail('100') + detail('50') }),
      [
        ['credit', 10_000n, false],
        ['credit', 5_000n, false],
      ],
    ],
    [
      'the right sum of amounts of transactions',
      entry('150', { details: amounts('TxAmt', '100', '50') }),
      [
        ['credit', 10_000n, false],
        ['credit', 5_000n, false],
      ],
    ],
    [
      'a fee in it, with its sign',
      entry('80', { details: detail('100', 'CRDT') + detail('20', 'DBIT') }),
      [
        ['credit', 10_000n, false],
        ['debit', 2_000n, false],
      ],
    ],
    [
      'money that came in, within a debit',
      entry('100', { sign: 'DBIT', details: detail('100', 'CRDT') + detail('200', 'DBIT') }),
      [
        ['credit', 10_000n, true],
        ['debit', 20_000n, false],
      ],
    ],
    [
      'one, after charges',
      entry('98', {
        details: `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="EUR">100</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">98</Amt></TxAmt></AmtDtls></TxDtls>`,
      }),
      [['credit', 9_800n, false]],
    ],
    ['one without an amount', entry('98', { details: '<TxDtls></TxDtls>' }), [['credit', 9_800n, false]]],
    ['none', entry('98'), [['credit', 9_800n, false]]],
  ] as const)
    assert.deepEqual(partsOf(xml), expected, name);
});

const faultOf = (statements: string, header = '') => read(statements, { header }).fault;
const page = (number: number, isLast: boolean) =>
  `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`;

test('a statement whose entries do not lead from opening to closing balance waits as a whole', () => {
  const wrong = stmt(bal('OPBD', '10') + bal('CLBD', '100') + entry('50') + entry('7', { sign: 'DBIT' }));
  const message = read(wrong + stmt(bal('OPBD', '0') + bal('CLBD', '5') + entry('5')));
  assert.match(
    message.fault!,
    /opening balance 10\.00 plus the entries 43\.00 is not the closing balance 100\.00 EUR/,
  );
  assert.ok(message.entries.every(({ fault }) => fault === message.fault));
  assert.deepEqual(message.balances, []);
  for (const statements of [
    stmt(bal('PRCD', '10') + bal('CLBD', '100') + entry('50')),
    stmt(bal('OPBD', '-10') + bal('CLBD', '10') + entry('10')),
    stmt(bal('OPBD', '0') + bal('CLBD', '50') + entry('50', { status: 'PDNG' })),
    stmt(bal('OPBD', '0') + bal('ITBD', '60') + entry('50')),
    stmt(bal('OPBD', '0')) + stmt(bal('CLBD', '60') + entry('50')),
    stmt(`${page(1, false)}${bal('OPBD', '0')}${bal('ITBD', '60')}${entry('50')}`),
    stmt(`${page(1, false)}${bal('OPBD', '0')}${bal('CLBD', '60')}${entry('5')}`) +
      stmt(`${page(2, true)}${bal('OPBD', '0')}${bal('CLBD', '60')}${entry('50')}`),
  ])
    assert.notEqual(faultOf(statements), null, statements);
});

test('a statement may leave out optional elements', () => {
  const one = bal('OPBD', '-10') + bal('CLBD', '40');
  for (const statements of [
    stmt(one + entry('50')),
    stmt(bal('OPBD', '0.00') + bal('CLBD', '0.00000') + entry('0')),
    stmt(bal('CLBD', '40') + entry('50')),
    stmt(bal('OPBD', '40') + entry('50')),
    stmt(entry('50')),
    stmt(bal('OPAV', '0') + bal('CLAV', '7') + entry('50')),
    // Interim balances on the way; several days; another currency.
    stmt(one + bal('ITBD', '7') + entry('50')),
    stmt(`${one}${bal('CLBD', '0').replace('03-02<', '03-01<')}${entry('50')}`),
    stmt(one + entry('50') + entry('3', { currency: 'USD' })),
    stmt(one + entry('50') + entry('3', { status: 'INFO' })),
    // Pages: each with its own balances, with those of the whole, with none, and in other files.
    stmt(bal('OPBD', '0') + bal('ITBD', '5') + entry('5')) +
      stmt(bal('ITBD', '5') + bal('CLBD', '9') + entry('4')),
    stmt(page(1, false) + bal('OPBD', '0') + bal('CLBD', '9') + entry('5')) +
      stmt(page(2, true) + bal('OPBD', '0') + bal('CLBD', '9') + entry('4')),
    stmt(bal('OPBD', '0') + entry('5')) + stmt(entry('3')) + stmt(bal('CLBD', '9') + entry('1')),
    stmt(page(2, true) + bal('OPBD', '0') + bal('CLBD', '9') + entry('4')),
    // Two days in one file, and two accounts.
    stmt(bal('OPBD', '0') + bal('CLBD', '5') + entry('5')) +
      stmt(bal('OPBD', '5') + bal('CLBD', '9') + entry('4')),
    stmt(bal('OPBD', '0') + bal('CLBD', '5') + entry('5')) +
      stmt(bal('OPBD', '0') + bal('CLBD', '9') + entry('9'), 'NL91ABNA0417164300'),
  ])
    assert.equal(faultOf(statements), null, statements);
  const ofSeveral = '<MsgPgntn><PgNb>2</PgNb><LastPgInd>false</LastPgInd></MsgPgntn>';
  assert.equal(faultOf(stmt(bal('OPBD', '0') + bal('CLBD', '9') + entry('4')), ofSeveral), null);
});

test('every XML Schema form of an amount is read, and an entry with too many decimals waits alone', () => {
  const minorOf = (amount: string, currency = 'EUR') => {
    const { entries, fault } = read(stmt(entry(amount, { currency }) + entry('1')));
    assert.equal(fault, null);
    assert.equal(entries[1]!.fault, null);
    return entries[0]!.fault === null ? entries[0]!.amountMinor : entries[0]!.fault;
  };
  for (const written of [
    ...[
      '000000000000025.50',
      '25.500000',
      '+25.50',
      '25.5',
      '\n 25.50\t',
      '<![CDATA[25.50]]>',
      '25<!-- x -->.50',
    ],
    ...['&#50;5.50', `${'0'.repeat(300)}25.5${'0'.repeat(300)}`],
  ])
    assert.equal(minorOf(written), 2550n, written);
  assert.equal(minorOf('.50'), 50n);
  assert.equal(minorOf('25.'), 2500n);
  for (const zero of ['0', '-0.00', '.0', '0.', '000']) assert.equal(minorOf(zero), 0n, zero);
  assert.equal(minorOf('25.500', 'KWD'), 25_500n);
  assert.equal(minorOf('25.00', 'JPY'), 25n);
  for (const [amount, currency] of [
    ['25.505', 'EUR'],
    ['25.5000001', 'EUR'],
    ['25.50', 'JPY'],
    ['12345678901234567.50', 'EUR'],
    [`${'0'.repeat(2_000)}25.50`, 'EUR'],
  ] as const)
    assert.match(String(minorOf(amount, currency)), /is not a valid amount/, amount);
});

test('a debit matches a transfer of ours only if nothing says that it is something else', () => {
  const kindOf = (code: string, more = '') => {
    const of = entry('5', { sign: 'DBIT', details: `<TxDtls>${more}</TxDtls>` });
    const { entries } = read(stmt(of.replace('<NtryDtls>', `<BkTxCd>${code}</BkTxCd><NtryDtls>`)));
    return entries[0]!.foreignDebit ?? null;
  };
  const family = (domain: string, name: string, kind: string) =>
    `<Domn><Cd>${domain}</Cd><Fmly><Cd>${name}</Cd><SubFmlyCd>${kind}</SubFmlyCd></Fmly></Domn>`;
  const own = (code: string) => `<Prtry><Cd>${code}</Cd></Prtry>`;
  for (const code of [
    ...[family('PMNT', 'ICDT', 'ESCT'), family('PMNT', 'IRCT', 'ESCT'), family('PMNT', 'NTAV', 'NTAV')],
    ...[own('NTRF'), own('NTRF+116+00931'), own('NTRF+177+9310+991'), own('N244'), own('TRANSFER')],
  ])
    assert.equal(kindOf(code), null, code);
  for (const code of [
    ...[family('PMNT', 'RDDT', 'ESDD'), family('PMNT', 'IDDT', 'UPDD'), own('NDDT+105+00931'), own('NDDT')],
    ...[
      own('NMSC+105+9310'),
      own('105'),
      own('SEPA DIRECT DEBIT'),
      own('Lastschrift'),
      own('PRELEVEMENT SEPA'),
    ],
  ])
    assert.equal(kindOf(code), 'a direct debit', code);
  for (const code of [
    ...[family('PMNT', 'CCRD', 'POSD'), family('PMNT', 'RCDT', 'ESCT'), family('PMNT', 'ICDT', 'CHRG')],
    ...[family('PMNT', 'ICHQ', 'CCHQ'), family('ACMT', 'MDOP', 'CHRG'), own('NCHK'), own('NCHG+808')],
  ])
    assert.match(kindOf(code) ?? '', /of the kind/, code);
  const sent = family('PMNT', 'ICDT', 'ESCT');
  for (const more of [
    '<Refs><MndtId>M1</MndtId></Refs>',
    '<LclInstrm><Cd>CORE</Cd></LclInstrm>',
    '<RltdPties><Cdtr><Pty><Id><PrvtId><Othr><Id>DE98ZZZ09999999999</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id></Pty></Cdtr></RltdPties>',
  ])
    assert.equal(kindOf(sent, more), 'a direct debit', more);
  // An entry without a code may begin its text with it.
  const withText = (code: string, text: string) => {
    const of = entry('5', { sign: 'DBIT' });
    const said = `${code}<AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`;
    return read(stmt(of.replace('</Ntry>', said))).entries[0]!.foreignDebit ?? null;
  };
  const notTold = `<BkTxCd>${family('XTND', 'NTAV', 'NTAV')}</BkTxCd>`;
  for (const text of ['SEPA-Folgelastschrift', 'SEPA Direct Debit', 'Prélèvement', 'FOLGELASTSCHRIFT'])
    for (const code of ['', notTold]) assert.equal(withText(code, text), 'a direct debit', text);
  for (const text of ['Überweisung', 'SEPA CREDIT TRANSFER', 'Payment to Incasso B.V.', ''])
    assert.equal(withText('', text), null, text);
  assert.equal(withText(`<BkTxCd>${sent}</BkTxCd>`, 'Lastschrift 12'), null);
  // Whatever its detail says.
  assert.equal(kindOf(family('PMNT', 'RDDT', 'ESDD'), `<BkTxCd>${sent}</BkTxCd>`), 'a direct debit');
});

const chained = (closingDay: string, opening: number, closing: number, more: Partial<ChainedSum> = {}) => ({
  accountId: 'a',
  currency: 'EUR',
  openingMinor: BigInt(opening),
  openingDay: closingDay,
  closingMinor: BigInt(closing),
  closingDay,
  enteredMinor: BigInt(closing - opening),
  isPage: false,
  ...more,
});

test('the sums of a statement say whether opening and entries lead to the closing balance', () => {
  const { sums } = read(
    stmt(bal('OPBD', '100') + entry('50') + entry('5', { sign: 'DBIT' }) + bal('CLBD', '145')),
  );
  const [sum] = sums;
  assert.deepEqual([sum!.openingMinor, sum!.enteredMinor, sum!.closingMinor], [10_000n, 4_500n, 14_500n]);
  assert.equal(differenceOf(sum!), 0n);
  const wrong = read(stmt(bal('OPBD', '100') + entry('50') + bal('CLBD', '149')));
  assert.equal(differenceOf(wrong.sums[0]!), -100n);
  assert.equal(differenceOf({ ...sum!, openingMinor: null }), null);
  assert.equal(differenceOf({ ...sum!, isPage: true }), null);
});

test('a statement must open with the balance with which the one before closed', () => {
  const [monday, tuesday] = [chained('2026-03-02', 0, 100), chained('2026-03-03', 100, 150)];
  const gapOf = (own: ChainedSum, ...others: ChainedSum[]) => linkOf(own, [own, ...others])?.gapMinor;
  assert.equal(gapOf(tuesday, monday), 0n);
  assert.equal(gapOf(monday, tuesday), undefined, 'the first has none before');
  const thursday = chained('2026-03-05', 170, 170);
  assert.deepEqual(linkOf(thursday, [monday, tuesday, thursday]), {
    formerMinor: 150n,
    formerDay: '2026-03-03',
    gapMinor: 20n,
  });
  // Another account, another currency, and the same statement in another file do not count.
  for (const other of [{ accountId: 'b' }, { currency: 'USD' }])
    assert.equal(gapOf(tuesday, monday, chained('2026-03-02', 0, 999, other)), 0n);
  assert.equal(gapOf(tuesday, monday, { ...tuesday }), 0n);
  // A second statement of the day, an opening balance of the day before, and a statement of the whole week.
  assert.equal(gapOf(chained('2026-03-03', 150, 160), monday, tuesday), 0n);
  assert.equal(gapOf({ ...tuesday, openingDay: '2026-03-02' }, monday), 0n);
  const friday = chained('2026-02-27', 0, 0);
  const week = { ...chained('2026-03-06', 0, 170), openingDay: '2026-03-02' };
  assert.equal(gapOf(week, friday, monday, tuesday), 0n);
});
