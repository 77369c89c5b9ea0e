// The areas of the portal in the order of the rail: each adds its one line here, with the permission that opens it. An area is
// made in screens/<area>/area.ts. Only what exists is named.
import { transactionsArea } from '../screens/transactions/area.ts';
import type { Area } from './area.ts';

export const AREAS = [transactionsArea] as const satisfies readonly Area[];
