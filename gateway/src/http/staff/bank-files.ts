// Payment files of a brand's bank account (contract 15): make a file of every payout that waits for one, download it,
// and take back a file that was never sent. The audit log records each download. The bytes of a file never change.

import { Type } from 'typebox';
import { downloadBankFile, withdrawPaymentFile } from '../../actions/bank/bank-files.ts';
import { makeBankFile } from '../../actions/bank/make-bank-file.ts';
import type { Context } from '../../actions/context.ts';
import { fileIdOf } from '../../domain/bank/payment-file.ts';
import type { BankFile } from '../../storage/bank/bank-file-store.ts';
import * as examples from '../operator/bank/bank-examples.ts';
import { PortalBankFile, shownFile } from '../portal/bank/show-bank.ts';
import { answerBankFile, BankFileAnswer } from '../schemas/bank-schemas.ts';
import { closed, maybe, visibleText } from '../schemas/schema-fields.ts';
import { staffCalls } from './staff-calls.ts';

const ids = { fileId: Type.String({ description: 'The file.' }) };
const showOperator = (_context: Context, file: BankFile) => answerBankFile(file);
const showInPortal = (_context: Context, file: BankFile) => shownFile(file);
const portalFile = { description: 'The file.', schema: PortalBankFile };

const FileBody = closed(
  {
    executionDate: maybe(
      Type.String({
        maxLength: 10,
        description:
          'The day on which the bank should pay, such as `2026-03-02`; default: today. If banks do not settle on ' +
          'that day, the next day on which they do. Instant transfers are paid on every day.',
      }),
    ),
    instant: maybe(
      Type.Boolean({
        description:
          'true: instant transfers, paid within seconds (`LclInstrm` `INST`). Payouts that the bank refused as ' +
          'instant transfers are left out; they wait for an ordinary file. Default: the brand’s setting ' +
          '`instantPayouts`.',
      }),
    ),
    skipNameCheck: maybe(
      Type.Boolean({
        description:
          'true: the bank is to skip the name check (verification of payee). Only for several payouts: no bank lets ' +
          'a single payout skip it. The file itself does not say it; you choose at the bank, for example by the ' +
          'order type. Default false.',
      }),
    ),
  },
  { title: 'BankFileRequest', description: 'A file of payouts.' },
);

export const makeBankFileCalls = staffCalls({
  under: 'brand',
  address: 'POST /bank-files',
  summary: 'Create a payment file',
  description:
    'Puts every approved payout that waits for a file of the brand’s bank account into a new file: ' +
    'pain.001.001.09, by the rules of the EPC for SEPA. Each payout is in one file only, also if two people call ' +
    'at the same time. Payouts that were approved for a former account are a separate batch, from that account.',
  body: FileBody,
  answers: { 201: { description: 'The file.', schema: BankFileAnswer, examples: examples.madeFile } },
  errors: { 409: 'No payout waits for a file, or a single payout would skip the name check.' },
  operator: { operationId: 'makeBankFile', examples: examples.fileRequest, show: showOperator },
  portal: {
    address: 'POST /bank/files',
    operationId: 'makePaymentFile',
    tags: ['Portal bank'],
    permission: 'bank.exchange',
    answers: { 201: portalFile },
    show: (_context, made) => ({ ...shownFile(made), open: made.payouts }),
  },
  handle: async (context, { actor, brand }, { body }) =>
    await makeBankFile(context, actor, brand, {
      executionDate: body.executionDate ?? null,
      isInstant: body.instant ?? null,
      skipsNameCheck: body.skipNameCheck ?? false,
    }),
});

export const downloadBankFileCalls = staffCalls({
  under: 'brand',
  address: 'GET /bank-files/:fileId/content',
  ids,
  summary: 'Download a payment file',
  description:
    'The file for the bank (pain.001.001.09). The bytes are the same each time, until a customer in it is erased. ' +
    'The audit log records each download.',
  answers: {
    200: { description: 'The file.', contentType: 'application/xml', examples: examples.content },
  },
  errors: {
    409: 'The file was withdrawn: nobody may send it to the bank.',
    410:
      'The bytes of the file were erased with the personal data of a payout in it. The fields of the file stay, ' +
      'also `sha256`.',
  },
  // The file has whole account numbers of recipients.
  operator: { operationId: 'downloadBankFile', operatorScope: 'admin' },
  portal: {
    address: 'GET /bank/files/:fileId/content',
    operationId: 'downloadPaymentFile',
    tags: ['Portal bank'],
    permission: 'bank.exchange',
  },
  handle: async (context, { actor, brand }, { params }, reply) => {
    const { file, content } = await downloadBankFile(context, actor, brand, params.fileId);
    reply
      .type('application/xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileIdOf(file.id)}.xml"`);
    return content;
  },
});

export const withdrawBankFileCalls = staffCalls({
  under: 'brand',
  address: 'POST /bank-files/:fileId/withdraw',
  ids,
  summary: 'Withdraw a payment file',
  description:
    'For a file that was never sent to the bank. Its payouts wait for another file, and its bytes can no longer be ' +
    'downloaded. Never withdraw a file that was sent: its payouts would be paid twice.',
  body: closed({ reason: visibleText(255, 'Why, for the audit log.') }),
  answers: { 200: { description: 'The file.', schema: BankFileAnswer, examples: examples.withdrawn } },
  errors: { 409: 'The file was withdrawn before, or the bank has reported on it.' },
  operator: { operationId: 'withdrawBankFile', examples: examples.withdrawal, show: showOperator },
  portal: {
    address: 'POST /bank/files/:fileId/withdraw',
    operationId: 'withdrawPaymentFile',
    tags: ['Portal bank'],
    permission: 'bank.decide',
    answers: { 200: portalFile },
    show: showInPortal,
  },
  handle: async (context, { actor, brand }, { params, body: { reason } }) =>
    await withdrawPaymentFile(context, actor, brand, { fileId: params.fileId, reason }),
});
