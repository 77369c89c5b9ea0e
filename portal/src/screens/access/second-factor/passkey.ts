// The browser's part of a passkey: asks the device, and says in words what went wrong there.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { type Answer, post } from '../../../api/client.ts';

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Added = Answer<'/portal/api/account/passkeys', 'post'>;
type Step = Answer<'/portal/api/second-factor/passkey', 'post'>;

export async function addPasskey(name: string): Promise<Added> {
  const optionsJSON = (await post('/portal/api/account/passkey-challenge')) as unknown as Creation;
  const response = await startRegistration({ optionsJSON }).catch(inWords);
  return post('/portal/api/account/passkeys', { body: { name, response: response as never } });
}

export async function provePasskey(): Promise<Step> {
  const response = await askPasskey();
  return post('/portal/api/second-factor/passkey', { body: { response: response as never } });
}

/** The device's answer to a new challenge. */
export async function askPasskey() {
  const optionsJSON = (await post('/portal/api/second-factor/passkey-challenge')) as unknown as Request;
  return startAuthentication({ optionsJSON }).catch(inWords);
}

function inWords(error: unknown): never {
  const { name } = error as Error;
  if (name === 'InvalidStateError') throw new Error('You have added this device already');
  if (name === 'NotAllowedError' || name === 'AbortError')
    throw new Error('The device did not answer, or it refused. Try again');
  if (name === 'SecurityError')
    throw new Error('Passkeys work only at the address this portal was set up for');
  throw new Error('This device cannot be used as a passkey. Try another way');
}

/** The first name of the passkey: the system it is on. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const systems: [RegExp, string][] = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android device'],
    [/Windows/, 'Windows computer'],
    [/Mac OS X/, 'Mac'],
    [/CrOS/, 'Chromebook'],
    [/Linux/, 'Linux computer'],
  ];
  return systems.find(([sign]) => sign.test(agent))?.[1] ?? 'Passkey';
}
