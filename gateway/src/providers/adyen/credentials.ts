// The credentials that a merchant enters to connect Adyen (contract 13), and where to find each in Adyen's Customer
// Area. For the portal and the operator's calls. It must never hold the value of a credential.
import type { CredentialField } from '@tollgate/provider-kit';

const SHORT_TEXT = /^[^\s:]{1,120}$/;

export const CREDENTIALS: readonly CredentialField[] = [
  {
    name: 'apiKey',
    label: 'API key',
    help: 'In the Customer Area under Developers, API credentials, open the credential of this shop and generate an API key. Adyen shows it once.',
    needed: 'always',
    isList: false,
    isSecret: true,
    pattern: /^[\x21-\x7e]{1,512}$/,
    patternFault: 'must be the API key as Adyen shows it, without spaces',
  },
  {
    name: 'merchantAccount',
    label: 'Merchant account',
    help: 'The name of the merchant account that takes the payments, as the account menu at the top of the Customer Area shows it. It is not the company account.',
    needed: 'always',
    isList: false,
    isSecret: false,
    pattern: SHORT_TEXT,
    patternFault: 'must be the name of a merchant account, without spaces and colons',
  },
  {
    name: 'liveEndpointPrefix',
    label: 'Live endpoint prefix',
    help: 'In the live Customer Area under Developers, API URLs. It is the part before -checkout-live, such as 1797a841fbb37ca7-AdyenDemo.',
    needed: 'live',
    isList: false,
    isSecret: false,
    pattern: /^[A-Za-z0-9-]{1,100}$/,
    patternFault: 'must have only letters, digits and hyphens: the prefix alone, not a whole address',
  },
  {
    name: 'hmacKeys',
    label: 'HMAC keys',
    help: 'In the Customer Area under Developers, Webhooks, open the standard webhook to this gateway and generate an HMAC key. When you replace it, keep the former key as the second one for a month: Adyen goes on signing older messages with it.',
    needed: 'always',
    isList: true,
    isSecret: true,
    // Adyen's keys have 32 bytes. A shorter one could be guessed, or was cut off when it was copied.
    pattern: /^(?:[0-9A-Fa-f]{2}){32,64}$/,
    patternFault: 'must be hexadecimal, as Adyen shows it: 64 of the characters 0–9 and A–F, not fewer',
  },
  {
    name: 'notificationUser',
    label: 'Webhook user name',
    help: 'Only if basic authentication is set on the standard webhook, under Developers, Webhooks: the user name that you entered there.',
    needed: 'never',
    isList: false,
    isSecret: false,
    pattern: /^[^:]{1,255}$/,
    patternFault: 'must have no colon',
  },
  {
    name: 'notificationPassword',
    label: 'Webhook password',
    help: 'Only if basic authentication is set on the standard webhook: the password that you entered there.',
    needed: 'never',
    isList: false,
    isSecret: true,
  },
  {
    name: 'reportUser',
    label: 'Report user name',
    help: 'Only if the gateway shall fetch settlement reports. In the Customer Area under Developers, API credentials, create a credential of the type Report service user with access to this merchant account. Its name has the form report_123456@Company.YourCompany.',
    needed: 'never',
    isList: false,
    isSecret: false,
    pattern: /^[^:]{1,255}$/,
    patternFault: 'must have no colon',
    pairedWith: 'reportPassword',
  },
  {
    name: 'reportPassword',
    label: 'Report user password',
    help: 'The basic authentication password of the report user. Adyen shows it when you generate it.',
    needed: 'never',
    isList: false,
    isSecret: true,
    pairedWith: 'reportUser',
  },
];
