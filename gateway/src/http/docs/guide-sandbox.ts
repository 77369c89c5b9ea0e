// The guide's pages of the sandbox: test cards and test amounts. Called by guide.ts in the test environment alone.
import { TEST_CARDS } from '../examples/card-examples.ts';
import { type Html, join } from '../pages/html.ts';
import { paragraphs, table } from './blocks.ts';

export function testCards(): Html {
  return join([
    paragraphs(
      'In the test environment any future expiry and any security code of the right length will do. A number that is not listed and passes the Luhn check completes.',
    ),
    table(
      ['Number', 'Outcome'],
      Object.values(TEST_CARDS).map(({ number, says }) => [`\`${number}\``, says]),
    ),
  ]);
}

export function testAmounts(): Html {
  return join([
    paragraphs(
      'In the test environment every method but a pay-in by card, and every payout, goes by the last two digits of its amount in the smallest unit (EUR 10.02, JPY 1002). A refund goes by its own amount.',
    ),
    table(
      ['Ends in', 'Pay-in', 'Payout, once it is approved', 'Refund'],
      [
        [
          '`02`',
          'Declined `2005`; where the customer is sent to a bank or presented a mandate, only after that',
          'Declined `2005`',
          '`FAILED`',
        ],
        [
          '`03`',
          'Nobody pays: it expires',
          'Stays `PROCESSING` until you force it',
          '`COMPLETED` a little later',
        ],
        [
          '`04`',
          'Technical failure: 999, `ERROR`, `9002`',
          '999, `DECLINED`, `9002`',
          '`COMPLETED` a little later',
        ],
        [
          '`05`',
          'No answer: 999, `PROCESSING`, `9001`; found completed later',
          '200, `PROCESSING`; found completed later',
          '`COMPLETED` a little later',
        ],
        [
          'anything else',
          'Completed a little later; `receipt` and `mobile` after their confirmation, `redirect` and `form` after the decision on the page',
          'Completed a little later',
          '`COMPLETED` a little later',
        ],
      ],
    ),
    paragraphs(
      'A confirmation with the UTR `000000000000` is declined `3004`. `POST /sandbox/transactions/{transactionId}/outcome` ends whatever is open as you say.',
    ),
  ]);
}
