// The currencies the gateway knows, and how many decimals each has. Codes and decimals come from ISO 4217 "List One"
// (SIX Financial Information, the standard's maintenance agency, as of January 2026): every active code that has a
// minor unit, so no metals and no test codes. Crypto codes and their decimals come from contract 3. It must never
// guess: an unknown code is undefined.

/** Active ISO 4217 codes, in alphabetical order; two decimals unless DECIMALS_OTHER_THAN_TWO says otherwise. */
const FIAT_CODES = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
  CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP
  GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR
  KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
  MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
  SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
  USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
`
  .trim()
  .split(/\s+/);

/** Decimals of the codes that do not have two: ISO 4217, column "minor unit". */
const DECIMALS_OTHER_THAN_TWO: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** Contract 3: the known crypto codes, with the decimals of their ledgers. */
const CRYPTO_DECIMALS: ReadonlyMap<string, number> = new Map([
  ['BTC', 8],
  ['USDT', 6],
]);

const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...FIAT_CODES.map((code) => [code, 2] as const),
  ...DECIMALS_OTHER_THAN_TWO.flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, digits] as const),
  ),
  ...CRYPTO_DECIMALS,
]);

/** How many decimals the currency's minor unit has (JPY 0, EUR 2, KWD 3, BTC 8); undefined for an unknown code. */
export function currencyDigits(code: string): number | undefined {
  return DECIMALS.get(code);
}

/** Whether the code is known, upper case only (contract 3: lower case is refused). */
export function isCurrencyCode(code: string): boolean {
  return DECIMALS.has(code);
}

/** Whether the code is a crypto currency; only fiat is limited to two decimals on the wire (spec 2.7). */
export function isCryptoCurrency(code: string): boolean {
  return CRYPTO_DECIMALS.has(code);
}

/** Every known code, fiat first, for schemas, pickers and tests. */
export function currencyCodes(): readonly string[] {
  return [...DECIMALS.keys()];
}
