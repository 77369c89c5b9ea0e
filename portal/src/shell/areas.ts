// The areas of the portal in the order of the rail, one line each. screens/<area>/area.ts makes an area.
import { developersArea } from '../screens/developers/area.ts';
import { linksArea } from '../screens/links/area.ts';
import { moneyArea } from '../screens/money/area.ts';
import { overviewArea } from '../screens/overview/area.ts';
import { payoutsArea } from '../screens/payouts/area.ts';
import { settingsArea } from '../screens/settings/area.ts';
import { transactionsArea } from '../screens/transactions/area.ts';
import type { Area } from './area.ts';

export const AREAS = [
  overviewArea,
  transactionsArea,
  payoutsArea,
  linksArea,
  moneyArea,
  developersArea,
  settingsArea,
] as const satisfies readonly Area[];
