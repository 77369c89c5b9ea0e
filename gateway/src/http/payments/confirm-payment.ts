// POST /confirm-payment (spec 4.6, contract 8): JSON, or a form with a receipt. It checks only the request and what
// kind of file the receipt is; the action checks the rest. Order of checks: contract 3.
import { Type } from 'typebox';
import { confirmPayment } from '../../actions/confirmations/confirm-payment.ts';
import { call } from '../calls/call.ts';
import { brandErrors, errors } from '../calls/operation.ts';
import { takeForms } from '../request-body/multipart.ts';
import { receiptOf } from '../request-body/receipt-of-form.ts';
import { maybe, text, uuid } from '../schemas/schema-fields.ts';
import { sendSigned } from '../send-signed.ts';

const fields = {
  sessionId: uuid('Session of the payment, from the answer that created it.'), // Spec 2.11
  essentialKey: maybe(
    text(
      255,
      'What the method requires. M-Pesa: the transaction id, 4 to 40 letters and digits. UPI transfer: the UTR, if ' +
        'it is not in `additionalEssentialKey`. Other methods: free text, such as the sender.', // Spec 2.11
      { numbers: 'any', examples: ['QK81ZX9P2M'] },
    ),
  ),
  additionalEssentialKey: maybe(
    text(
      255,
      'UPI transfer without a receipt: the UTR (RRN) of the transfer, exactly 12 digits.', // Spec 2.11
      { numbers: 'any', examples: ['412345678901'] },
    ),
  ),
};

const ConfirmationBody = Type.Object(fields, {
  title: 'Confirmation',
  description: 'Fields that are not listed are ignored, but they are part of the signed body.', // Spec 2.11
});

const ConfirmationForm = Type.Object(
  {
    ...fields,
    document: Type.Optional(
      Type.Unsafe<Buffer>({
        type: 'string',
        format: 'binary',
        description:
          'The receipt: a PNG, JPEG, WebP or PDF by its content, smaller than 2 MB (2,097,152 bytes). P2P transfers require it. ' +
          'Stored encrypted.', // Spec 2.11
      }),
    ),
  },
  {
    title: 'ConfirmationForm',
    description:
      'The same as a form: up to 20 text fields of up to 4 KB each, and one file. The text fields are signed in the order in ' +
      'which they are sent; the file is not.', // Spec 4.6
  },
);

const SESSION = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

export const confirmPaymentCall = call({
  address: 'POST /confirm-payment',
  operationId: 'confirmPayment',
  tags: ['Pay-ins'],
  summary: 'Confirm a payment',
  description:
    "For pay-ins that were answered with `receipt` or `mobile`: submits the shopper's proof of the payment. Only " +
    'while the transaction is PROCESSING and waits for a confirmation; it is not a general approval of pay-ins. ' +
    'The answer only acknowledges the submission: the final status follows by webhook and `GET ' +
    '/payments/{transactionId}`. A UTR or transaction id that has confirmed another payment of the merchant is ' +
    'refused with 400 and `errorCode` 3004.', // Spec 4.6
  access: 'brand',
  scopes: ['payments'],
  signed: 'enforced',
  requestHeaders: {
    'X-Signature':
      'If the brand enforces signatures. Base64 of HMAC-SHA256, keyed with the signing secret, over the body as ' +
      'compact JSON, as `JSON.stringify` writes it; of a form: over the JSON of its text fields in submitted order, ' +
      'every value a string.', // Spec 5
  },
  body: ConfirmationBody,
  formBody: ConfirmationForm,
  examples: {
    upi: {
      summary: 'UPI transfer by its UTR',
      value: { sessionId: SESSION, additionalEssentialKey: '412345678901' },
    },
    upiDeclined: {
      summary: 'Sandbox: a UTR that matches nothing, declined 3004',
      value: { sessionId: SESSION, additionalEssentialKey: '000000000000' },
    },
    mPesa: {
      summary: 'M-Pesa by its transaction id',
      value: { sessionId: SESSION, essentialKey: 'QK81ZX9P2M' },
    },
  },
  formExamples: {
    receipt: {
      summary: 'P2P transfer by its receipt',
      value: { sessionId: SESSION, document: 'the bytes of receipt.png' },
    },
    upiReceipt: {
      summary: 'UPI transfer by a receipt, in place of the UTR',
      value: { sessionId: SESSION, essentialKey: 'asha.rao@okbank', document: 'the bytes of receipt.pdf' },
    },
  },
  answers: {
    201: {
      description: 'Submitted. Whether the money arrived is not known yet.',
      schema: Type.Object(
        { message: Type.String({ description: 'Acknowledges the submission only.' }) }, // Spec 2.11
        { title: 'ConfirmationAnswer', description: 'The acknowledgement.' }, // Spec 4.6
      ),
      headers: {
        'X-Signature': 'Base64 of HMAC-SHA256 over the body as sent, keyed with the signing secret.', // Spec 5
      },
      examples: {
        submitted: {
          summary: 'Submitted',
          value: { message: 'The confirmation was submitted. Wait for the final status of the payment.' },
        },
      },
    },
    ...brandErrors(404, 409),
    409: {
      ...errors(409)[409]!,
      description:
        'A confirmation of this payment exists already, or is being stored. Nothing of this request is stored.',
    },
    413: {
      ...errors(413)[413]!,
      description:
        'The JSON is larger than 256 KB, the document not smaller than 2 MB, or a text field larger than 4 KB.',
    },
    415: {
      ...errors(415)[415]!,
      description: 'The body is neither application/json nor multipart/form-data.',
    },
  },
  options: { attachValidation: true },
  reads: (scope, _context, { uploads }) =>
    takeForms(scope, { fileName: 'document', gate: uploads, sourceOf: ({ brand }) => brand.brandId }),
  handle: async (context, request, reply) => {
    const { brand, body } = request;
    const document = receiptOf(request, body);
    request.about = await confirmPayment(context, {
      brand,
      sessionId: body.sessionId,
      // The payer left this field of the form empty.
      essentialKey: body.essentialKey || null,
      additionalEssentialKey: body.additionalEssentialKey || null,
      document,
      onKept: request.form?.letGo,
    });
    return sendSigned(reply, brand, {
      message: 'The confirmation was submitted. Wait for the final status of the payment.',
    });
  },
});
