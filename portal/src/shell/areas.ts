// The areas of the portal in the order of the rail, a line each. An area is made in screens/<area>/area.ts.
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
