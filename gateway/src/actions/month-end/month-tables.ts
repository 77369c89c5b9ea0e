// Which tables a month-end has, in the order of the workbook's sheets. A brand without settlements has no tables of
// them.
import { type FileName, type Manifest, SETTLED_FORMAT } from '../../domain/month-end/manifest.ts';
import type { Sheet } from '../spreadsheet/sheet.ts';
import {
  accountSheet,
  changeSheet,
  differenceSheet,
  entrySheet,
  movementSheet,
  providerSheet,
} from './month-sheets.ts';
import { feeSheet, lineSheet, settlementSheet, unsettledSheet } from './settlement-sheets.ts';

/** Without rows. */
// biome-ignore lint/suspicious/noExplicitAny: each sheet has rows of its own
type EmptySheet = (timeZone: string) => Sheet<any>;

export function sheetsOf(format: Manifest['format']): (readonly [FileName, EmptySheet])[] {
  const isSettled = format === SETTLED_FORMAT;
  const ofSettlements: [FileName, EmptySheet][] = [
    ['settlements.csv', (zone) => settlementSheet(zone, [])],
    ['fees.csv', (zone) => feeSheet(zone, [])],
    ['not-paid-out.csv', (zone) => unsettledSheet(zone, [])],
  ];
  return [
    ['accounts.csv', (zone) => accountSheet(zone, [])],
    ['providers.csv', (zone) => providerSheet(zone, [])],
    ...(isSettled ? ofSettlements : []),
    ['differences.csv', (zone) => differenceSheet(zone, [], isSettled)],
    ['changes.csv', (zone) => changeSheet(zone, [])],
    ['movements.csv', (zone) => movementSheet(zone, [], isSettled)],
    ['bank-entries.csv', (zone) => entrySheet(zone, [], isSettled)],
    ...(isSettled ? [['settlement-lines.csv', (zone: string) => lineSheet(zone, [])] as const] : []),
  ];
}
