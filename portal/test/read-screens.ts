// The portal's table of screens, for tests. A plain import would make TypeScript check the page's files with the
// settings of the tests.
import { join } from 'node:path';

interface Screen {
  path: string;
  title: string;
  permission: string;
}

const table = await import(join(import.meta.dirname, '../src/shell/screens.ts'));
export const SCREENS: readonly Screen[] = table.SCREENS;
