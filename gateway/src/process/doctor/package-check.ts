// The doctor's check of the providers' packages: it loads them as a start does, and connects nothing.
import { loadPackages } from '../../providers/load-packages.ts';
import { type Finding, fault, fine } from './finding.ts';

export async function checkPackages(packages: readonly string[]): Promise<Finding> {
  try {
    const loaded = await loadPackages(packages);
    const providers = loaded.reduce((sum, { kinds }) => sum + kinds.length, 0);
    return fine('packages', `${counted(loaded.length, 'package')} with ${counted(providers, 'provider')}`);
  } catch (error) {
    return fault(
      'packages',
      (error as Error).message.replace(/\.$/, ''),
      'correct the package, or PROVIDER_PACKAGES; for one that comes with the gateway, unpack the release again',
    );
  }
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
