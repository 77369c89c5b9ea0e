// The style of the cashier's plain pages.
import { ASK_AGAIN, assetsCall, readAssets } from '../../pages/assets.ts';

const FOLDER = new URL('../../../../assets/cashier/', import.meta.url);

export const cashierAssetsCall = assetsCall('GET /assets/cashier/:file', ASK_AGAIN, () =>
  readAssets(FOLDER, ['cashier.css']),
);
