// Style and mark of the simulated bank's pages. Test environment only.
import { assetsCall, REVALIDATE, readAssets } from '../pages/assets.ts';

const FOLDER = new URL('../../../assets/sandbox/', import.meta.url);

export const bankAssetsCall = assetsCall(
  'GET /assets/sandbox/:file',
  REVALIDATE,
  () => readAssets(FOLDER, ['bank.css', 'bank.svg']),
  { isTestOnly: true },
);
