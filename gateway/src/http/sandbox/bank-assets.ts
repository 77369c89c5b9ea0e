// Style and mark of the simulated bank's pages. Test environment only.
import type { Call } from '../call.ts';
import { ASK_AGAIN, assetsCall, readAssets } from '../pages/assets.ts';

const FOLDER = new URL('../../../assets/sandbox/', import.meta.url);

export const bankAssetsCall: Call = {
  ...assetsCall('GET /assets/sandbox/:file', ASK_AGAIN, () => readAssets(FOLDER, ['bank.css', 'bank.svg'])),
  isTestOnly: true,
};
