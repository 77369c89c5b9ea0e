// The style of the cashier's plain pages.
import { assetsCall, REVALIDATE, readAssets } from '../../pages/assets.ts';

const FOLDER = new URL('../../../../assets/cashier/', import.meta.url);

export const cashierAssetsCall = assetsCall('GET /assets/cashier/:file', REVALIDATE, () =>
  readAssets(FOLDER, ['cashier.css']),
);
