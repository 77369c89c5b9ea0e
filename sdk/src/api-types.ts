// The types of the merchant's API. Made by `npm run sdk:types` from openapi/openapi.json; not to be edited.

/**
 * A value that this release of the SDK does not know; a string when the program runs. It is declared as a member of a
 * list that no program has, so that a misspelt value is an error of types. To look for one that is newer than your
 * SDK, compare `String(value)`.
 */
export declare enum UnknownText {
  any = 'what this release does not know',
}

/** What may have happened. */
export interface EventTypes {
  TransactionEvent: "payin.pending" | "payin.processing" | "payin.completed" | "payin.declined" | "payin.error" | "payin.returned" | "payout.pending" | "payout.processing" | "payout.completed" | "payout.declined" | "payout.error" | "payout.returned" | "payin.authorized";
  CaptureEvent: "capture.completed" | "capture.failed";
  MandateEvent: "mandate.active" | "mandate.revoked" | "mandate.expired" | "mandate.failed";
  RefundEvent: "refund.pending" | "refund.completed" | "refund.failed";
  DisputeEvent: "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost";
}

export interface Schemas {
  /** @description A postal address. */
  Address: {
      /**
       * Format: text
       * @description City. Up to 1000 characters.
       */
      city?: string | null;
      /**
       * Format: country
       * @description Two-letter country code in upper case (ISO 3166-1).
       * @example DE
       */
      country?: string | null;
      /**
       * Format: text
       * @description State or province. Up to 1000 characters.
       */
      state?: string | null;
      /**
       * Format: text
       * @description Street. Up to 1000 characters.
       */
      street?: string | null;
      /**
       * Format: text
       * @description House number. Up to 1000 characters.
       */
      streetNumber?: string | null;
      /**
       * Format: text
       * @description Postal code. Up to 1000 characters.
       */
      zipCode?: string | null;
  };
  /** @description The customer's browser, for 3-D Secure. With these fields the bank decides more often without a challenge. All fields are required. They are kept for the provider, and never shown in a record or webhook. */
  BrowserInfo: {
      /**
       * Format: text
       * @description Its Accept header. 1 to 2048 characters.
       * @example text/html,application/xhtml+xml
       */
      acceptHeader: string;
      /** @description `screen.colorDepth`. */
      colorDepth: number;
      /** @description Whether it runs Java: `false` in every current browser. */
      javaEnabled: boolean;
      /**
       * Format: text
       * @description `navigator.language`. 1 to 35 characters.
       * @example de-DE
       */
      language: string;
      /** @description `screen.height`. */
      screenHeight: number;
      /** @description `screen.width`. */
      screenWidth: number;
      /** @description `new Date().getTimezoneOffset()`: minutes from local time to UTC, -60 for UTC+1. */
      timeZoneOffset: number;
      /**
       * Format: text
       * @description Its User-Agent header. 1 to 2048 characters.
       */
      userAgent: string;
  };
  /** @description The envelope of every v3 business result. */
  BusinessResult: {
      /** @description The first six fields are always present; the others depend on resultType. */
      result: {
          /** @description As requested, in units of the currency. */
          amount: number;
          /**
           * @description success: the money is held, and charged by POST /capture-payment. Else absent.
           * @enum {boolean}
           */
          authorized?: true;
          /** @description receipt and info: the bank to pay to. */
          bankName?: string;
          /** @description barcode: the digits. */
          barcodeData?: string;
          /** @description qrcode: the code as a PNG in Base64. */
          base64QRCode?: string;
          /**
           * Format: date-time
           * @description With `authorized`: until when it can be captured.
           */
          captureBefore?: string;
          /** @description mobile: what the confirmation requires: UTR, SENDER_PHONE or TRANSACTION_ID. */
          confirmBy?: string;
          /** @description As requested. */
          currency: string;
          /** @description The error code, four digits. The guide lists all error codes. */
          errorCode?: string;
          /** @description declined and error: the text of the error code. */
          errorReason?: string;
          /** @description barcode: pay before this time. */
          expirationDate?: string;
          /**
           * Format: date-time
           * @description When the instructions or the link expire; absent if they do not expire. ISO 8601.
           */
          expiresAt?: string;
          formData?: Schemas["FormData"];
          /** @description info: how to pay, as HTML of the gateway that you can show unchanged. */
          htmlInstructions?: string;
          /** @description Your reference, or the generated one. */
          merchantReference: string;
          paymentDetails?: Schemas["PaymentDetails"];
          /** @description info: places where the customer can pay. */
          paymentLocations?: Schemas["PaymentLocation"][];
          /** @description qrcode: the content of the QR code. */
          qrCodeString?: string;
          /** @description redirect: send the customer to exactly this address, in the top-level window, not in a frame. */
          redirectUrl?: string;
          /** @description fawry: the reference to pay under. */
          referenceNumber?: string;
          /** @description mobile: where the customer sends the money. */
          sendTo?: string;
          /**
           * Format: uuid
           * @description Id of its session.
           */
          sessionId: string;
          /**
           * @description COMPLETED, DECLINED and ERROR are final; only COMPLETED is success.
           * @enum {string}
           */
          status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR" | UnknownText;
          /**
           * Format: uuid
           * @description Identifies the transaction.
           */
          transactionId: string;
      };
      /**
       * @description What to do next. Cards and payouts answer success, redirect, declined and error. Treat an unknown value as unresolved and look the transaction up.
       * @enum {string}
       */
      resultType: "success" | "redirect" | "declined" | "error" | "form" | "qrcode" | "receipt" | "info" | "barcode" | "fawry" | "mobile" | UnknownText;
      /**
       * @description Business result, not the HTTP status.
       * @enum {integer}
       */
      statusCode: 200 | 300 | 900 | 999 | 80 | 81 | 83 | 84 | 86 | 90 | 91;
  };
  /** @description Names a transaction by its id or by its reference. If the reference exists for several countries, the country is required. If id and reference are both given, they must belong to the same transaction. */
  CancelRequest: {
      /**
       * Format: country
       * @description Two-letter country code in upper case (ISO 3166-1).
       * @example DE
       */
      country?: string | null;
      /**
       * Format: text
       * @description Your reference of the transaction to cancel, instead of its id. 1 to 255 characters.
       */
      merchantReference?: string | null;
      /**
       * Format: text
       * @description The reason, as free text; kept in the timeline of the transaction. Up to 255 characters, at least one of them visible.
       */
      reason?: string | null;
      /**
       * Format: uuid
       * @description The transaction to cancel. This or `merchantReference` is required.
       */
      transactionId?: string | null;
  };
  /** @description The answer in the legacy form: string codes, no nested result. */
  CancelResult: {
      /** @description The status code as text. */
      result: string;
      /**
       * @description Status of the transaction. DECLINED: its errorCode is 3001. COMPLETED: a part of it was captured before.
       * @enum {string}
       */
      status: "DECLINED" | "COMPLETED" | UnknownText;
      /**
       * @description A string: accepted.
       * @enum {string}
       */
      statusCode: "000" | UnknownText;
      /**
       * Format: uuid
       * @description The cancelled transaction.
       */
      transactionId: string;
  };
  /** @description A capture of an authorised pay-in. */
  Capture: {
      /** @description In units of the currency. */
      amount: number;
      /**
       * Format: uuid
       * @description Identifies the capture.
       */
      captureId: string;
      /** @description Your reference of the capture; null: none, or it was made at the provider. */
      captureReference: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Why it failed. */
      errorCode: string | null;
      /** @description Whether the rest was released with it. */
      final: boolean;
      /**
       * @description COMPLETED and FAILED are final, but a COMPLETED capture may still fail.
       * @enum {string}
       */
      status: "PENDING" | "COMPLETED" | "FAILED" | UnknownText;
  };
  /** @description A capture was accepted. */
  CaptureAnswer: {
      /** @description The amount of the capture, in units of the currency. */
      amount: number;
      /** @description What could still be captured after this capture; 0 after a final one. */
      amountCapturable: number;
      /**
       * Format: uuid
       * @description Identifies the capture; see `captures` of the record.
       */
      captureId: string;
      /** @description The status as text. */
      result: string;
      /**
       * @description PENDING: the final status follows by webhook. FAILED: the provider refused it at once; its amount can be captured again.
       * @enum {string}
       */
      status: "PENDING" | "COMPLETED" | "FAILED" | UnknownText;
      /** @description Always `000`: accepted. */
      statusCode: string;
      /**
       * Format: uuid
       * @description The pay-in.
       */
      transactionId: string;
  };
  /** @description Fields that are not listed are ignored, but they are part of the signed body. */
  CaptureRequest: {
      /**
       * @description The amount, in units of the pay-in's currency; more than 0, with no more decimals than the currency has and at most two for fiat. Omitted: the whole rest.
       * @example 12.5
       */
      amount?: number | null;
      /**
       * Format: text
       * @description Your reference, unique for the pay-in. A second call with it makes no second capture, but gets the answer of the first. With it you can safely retry after a lost answer. Required if the brand signs all requests. 1 to 255 characters.
       * @example shipment-10021-1
       */
      captureReference?: string | null;
      /**
       * Format: country
       * @description Two-letter country code in upper case (ISO 3166-1).
       * @example DE
       */
      country?: string | null;
      /** @description Whether this is the last capture: the rest is released to the payer. Default true. false: further captures follow, where the provider takes several. */
      final?: boolean | null;
      /**
       * Format: text
       * @description Your reference of the pay-in to capture, instead of its id. 1 to 255 characters.
       */
      merchantReference?: string | null;
      /**
       * Format: uuid
       * @description The pay-in to capture. This or `merchantReference` is required.
       */
      transactionId?: string | null;
  };
  /** @description The link where the customer continues. */
  CashierLink: {
      /** @description Send the customer to exactly this address. A payment can be started there for 1 hour. If the answer is lost, take the address from the record of the transaction while the link can be used. */
      cashierUrl: string;
      /**
       * Format: uuid
       * @description Identifies the transaction.
       */
      transactionId: string;
  };
  /** @description The result of checking a signature. */
  CheckedSignature: {
      /** @description Whether the request has an `X-Signature` that was made with one of the brand's valid secrets. */
      matches: boolean;
      /**
       * @description The secret that matches; null: none.
       * @enum {string|null}
       */
      secret: "newest" | "former" | UnknownText | null;
      /** @description Until when the former secret stays valid; null: no end is set. */
      validUntil: string | null;
  };
  /** @description Fields that are not listed are ignored, but they are part of the signed body. */
  Confirmation: {
      /**
       * Format: text
       * @description UPI transfer without a receipt: the UTR (RRN) of the transfer, exactly 12 digits. Up to 255 characters.
       * @example 412345678901
       */
      additionalEssentialKey?: string | null;
      /**
       * Format: text
       * @description What the method requires. M-Pesa: the transaction id, 4 to 40 letters and digits. UPI transfer: the UTR, if it is not in `additionalEssentialKey`. Other methods: free text, such as the sender. Up to 255 characters.
       * @example QK81ZX9P2M
       */
      essentialKey?: string | null;
      /**
       * Format: uuid
       * @description Session of the payment, from the answer that created it.
       */
      sessionId: string;
  };
  /** @description The acknowledgement. */
  ConfirmationAnswer: {
      /** @description Acknowledges the submission only. */
      message: string;
  };
  /** @description The person who pays or is paid. Missing fields are filled from the stored profile of the same userId. A name, an address or a document is only filled as a whole. The method decides which fields are required. */
  Customer: {
      address?: Schemas["Address"] | null;
      document?: Schemas["IdentityDocument"] | null;
      /**
       * Format: email
       * @description E-mail address. 4 to 255 characters.
       * @example anna@example.com
       */
      email?: string | null;
      /**
       * Format: text
       * @description First name. 1 to 255 characters.
       * @example Anna
       */
      firstName?: string | null;
      /**
       * Format: ip
       * @description IPv4 or IPv6 address of the customer's device, not of your server.
       * @example 203.0.113.24
       */
      ip?: string | null;
      /**
       * Format: text
       * @description Last name. 1 to 255 characters.
       * @example Schmidt
       */
      lastName?: string | null;
      /**
       * Format: text
       * @description Phone number, if possible with the international dialling code. 3 to 255 characters.
       * @example +4915112345678
       */
      phone?: string | null;
      /**
       * Format: text
       * @description User-Agent header of the customer's browser. Up to 512 characters.
       */
      userAgent?: string | null;
      /**
       * @description Kind of device the customer uses.
       * @enum {string|null}
       */
      userDevice?: "MOBILE" | "DESKTOP" | "TABLET" | (string & {}) | null;
  };
  /** @description A dispute of a completed pay-in. */
  Dispute: {
      /** @description The disputed amount, in units of the currency. */
      amount: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Currency code. */
      currency: string;
      /**
       * Format: date-time
       * @description Until when you can answer it.
       */
      deadline: string | null;
      /**
       * Format: uuid
       * @description Identifies the dispute.
       */
      disputeId: string;
      /** @description Whether the amount was taken out of the available balance. */
      fundsWithheld: boolean;
      /** @description The provider's reference of the dispute. */
      providerReference: string | null;
      /** @description In the words of the bank. */
      reason: string | null;
      response: Schemas["DisputeResponse"] | null;
      /**
       * @description INQUIRY: the bank asks. OPEN: a chargeback. WON or LOST: how it ended.
       * @enum {string}
       */
      status: "INQUIRY" | "OPEN" | "WON" | "LOST" | UnknownText;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
  };
  /** @description A field that a later request omits keeps its value. */
  DisputeRequest: {
      /**
       * @description The disputed amount, in units of the pay-in's currency. Omitted: the whole amount.
       * @example 12.5
       */
      amount?: number | null;
      /**
       * Format: date-time
       * @description Until when the merchant may answer the dispute.
       * @example 2026-04-01T00:00:00.000Z
       */
      deadline?: string | null;
      /** @description Whether the amount is taken out of the available balance. Omitted: yes for OPEN and LOST, no for INQUIRY and WON. */
      fundsWithheld?: boolean | null;
      /**
       * Format: text
       * @description The reason, in the words of the bank. 1 to 255 characters.
       * @example fraudulent
       */
      reason?: string | null;
      /**
       * @description INQUIRY: the bank asks. OPEN: a chargeback. WON and LOST: how it ended; a dispute that was WON may still become LOST. A dispute begins as INQUIRY, OPEN or LOST.
       * @enum {string}
       */
      status: "INQUIRY" | "OPEN" | "WON" | "LOST" | (string & {});
  };
  /** @description What the merchant answered to a dispute. */
  DisputeResponse: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * @description evidence: the merchant contests the dispute. acceptance: the merchant gives the money up.
       * @enum {string}
       */
      kind: "evidence" | "acceptance" | UnknownText;
      /** @description Why it was refused. */
      reason: string | null;
      /**
       * Format: uuid
       * @description Identifies the response.
       */
      responseId: string;
      /**
       * @description PENDING: on its way, or its outcome is unknown. SENT: the provider has it. REFUSED: the provider did not take it.
       * @enum {string}
       */
      status: "PENDING" | "SENT" | "REFUSED" | UnknownText;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
  };
  /** @description The body of every HTTP error. */
  Error: {
      /** @description errorCode 5101: the amount of the pay-in that can still be captured. */
      amountCapturable?: number;
      /** @description errorCode 5001: what is left to refund of the pay-in. */
      amountRefundable?: number;
      /** @description The error code, four digits. The guide lists all error codes. */
      errorCode?: string;
      /** @description For a refused refund, capture or void: the text of the errorCode. */
      errorReason?: string;
      /** @description What is wrong. For a validation failure: an array of every fault; each names its field by a dotted path. */
      message: string | string[];
      /** @description Also in the X-Request-Id header. State it when you ask for support. */
      requestId: string;
      /** @description The HTTP status, repeated. */
      statusCode: number;
      /** @description Test environment, 403 only: the first 2,000 characters of the string that the signature is checked against; a card number shows only its first six and last four digits. */
      stringToSign?: string;
      /**
       * Format: uuid
       * @description The related transaction, such as the first one with a duplicate reference.
       */
      transactionId?: string;
  };
  /** @description form: the form to show and post. */
  FormData: {
      /** @description Its inputs, in their order. */
      fields: {
          /** @description The label to show. */
          label: string;
          /** @description Its name in the form. */
          name: string;
          /** @description Whether a value is required. */
          required: boolean;
          /**
           * @description The input type.
           * @enum {string}
           */
          type: "hidden" | "text" | UnknownText;
          /** @description The initial value. */
          value: string;
          /** @description The allowed values; empty: any value. */
          values: string[];
      }[];
      /**
       * @description The HTTP method of the form.
       * @enum {string}
       */
      method: "POST" | UnknownText;
      /** @description Address to which the form is posted. */
      url: string;
  };
  /** @description The choice for a session. */
  HybridPaymentRequest: {
      /**
       * Format: text
       * @description The `id` of the suboption; omit it for an option without suboptions, such as the card. Up to 255 characters.
       */
      optionId?: string | null;
      /**
       * Format: uuid
       * @description One of the options that the session offers, or one of their suboptions.
       */
      paymentOptionId: string;
      /**
       * Format: uuid
       * @description The session.
       */
      sessionId: string;
  };
  /** @description Identity document; only required by some methods, such as PIX. */
  IdentityDocument: {
      /**
       * Format: text
       * @description Number of the identity document. Up to 255 characters.
       */
      number?: string | null;
      /**
       * Format: text
       * @description Kind of document, such as CPF or PASSPORT. Up to 255 characters.
       */
      type?: string | null;
  };
  /** @description The agreement of a customer to later charges. */
  Mandate: {
      /** @description Another means of payment: `***` and the last four characters, as far as known. */
      account: string | null;
      /** @description The card, if it is one and was entered here. */
      card: {
          /** @description Card brand, such as VISA. */
          brand: string;
          /** @description Two digits. */
          expiryMonth: string;
          /** @description Four digits. */
          expiryYear: string;
          /** @description First six digits. */
          first6: string;
          /** @description Last four digits. */
          last4: string;
      } | null;
      /**
       * Format: date-time
       * @description When the customer agreed.
       */
      createdAt: string;
      /** @description The currency of its charges. */
      currency: string;
      /** @description As requested. */
      description: string | null;
      /**
       * Format: date-time
       * @description Until when it can be charged; null: until it is revoked.
       */
      expiresAt: string | null;
      /**
       * Format: uuid
       * @description The pay-in with which the customer agreed.
       */
      firstTransactionId: string;
      /**
       * Format: date-time
       * @description The last answer to a later charge.
       */
      lastUsedAt: string | null;
      /**
       * Format: uuid
       * @description Identifies the mandate.
       */
      mandateId: string;
      /** @description The most for each later charge; null: no limit. */
      maxAmount: number | null;
      /** @description The card network's id of that pay-in, if the provider tells it. */
      networkTransactionId: string | null;
      /** @description The payment option that is charged. */
      paymentOption: {
          /**
           * Format: uuid
           * @description Option or suboption. A later charge must name it.
           */
          id: string;
          /** @description Its display name. */
          name: string | null;
          /** @description Its type, such as CARD. */
          type: string | null;
      } | null;
      /** @description The provider that stored it. */
      provider: string;
      /**
       * @description As requested.
       * @enum {string}
       */
      reason: "RECURRING" | "INSTALLMENTS" | "UNSCHEDULED" | UnknownText;
      /**
       * Format: date-time
       * @description When it was revoked.
       */
      revokedAt: string | null;
      /**
       * @description PENDING: the provider has not stored the means of payment yet. ACTIVE: it can be charged. The others are final.
       * @enum {string}
       */
      status: "PENDING" | "ACTIVE" | "REVOKED" | "EXPIRED" | "FAILED" | UnknownText;
      /** @description Your id of the customer. */
      userId: string;
  };
  /** @description Asks the customer to agree to later charges, while they are absent. Needs `userId`. Once the pay-in is authorised or COMPLETED, the record has a `mandate`, and `mandate.active` is sent. With `amount: 0` nothing is charged. */
  MandateRequest: {
      /**
       * Format: text
       * @description What the customer agrees to, for your staff and for the customer. 1 to 255 characters, at least one of them visible.
       * @example Coffee every month
       */
      description?: string | null;
      /**
       * Format: moment
       * @description Until when it can be charged (RFC 3339, with its zone). Omitted: until it is revoked.
       */
      expiresAt?: string | null;
      /**
       * @description The most for each later charge, in units of the currency, with no more decimals than the currency has and at most two for fiat. Omitted: no limit.
       * @example 30
       */
      maxAmount?: number | null;
      /**
       * @description RECURRING: a fixed amount at regular times. INSTALLMENTS: one purchase in parts. UNSCHEDULED: when something happens, such as a low balance.
       * @enum {string}
       */
      reason: "RECURRING" | "INSTALLMENTS" | "UNSCHEDULED" | (string & {});
  };
  /** @description An input of an option. */
  OptionInput: {
      /** @description The label to show. */
      label: string;
      /** @description Its name in `paymentData`; `customer.…` is a field of the customer. */
      name: string;
      /** @description Whether it is required. */
      required: boolean;
      /** @description Its type, such as string. */
      type: string;
      /** @description The allowed values; empty: any value. */
      values: string[];
  };
  /** @description One line of the order. */
  OrderLine: {
      /**
       * Format: text
       * @description Further description. Up to 1000 characters.
       */
      description?: string | null;
      /** @description Height of one, in your unit. */
      height?: number | null;
      /** @description Length of one, in your unit. */
      length?: number | null;
      /**
       * Format: text
       * @description Name of the product. Up to 1000 characters.
       */
      productName?: string | null;
      /** @description Number of pieces. */
      quantity?: number | null;
      /**
       * @description Rate of the tax in `unitPrice`, in per cent, with at most two decimals.
       * @example 19
       */
      taxRate?: number | null;
      /**
       * @description Price of one in units of the currency, with its tax; decimals as `amount`. Shipping is a line of its own. Prices are shown in the cashier and sent to Klarna only if every line has one and all lines together, price times quantity, are the amount. In the test environment `X-Order-Warning` says so if they are not.
       * @example 12.5
       */
      unitPrice?: number | null;
      /** @description Weight of one, in your unit. */
      weight?: number | null;
      /** @description Width of one, in your unit. */
      width?: number | null;
  };
  /** @description Fields that are not listed are ignored, but they are part of the signed body. */
  PayinRequest: {
      /**
       * @description Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too.
       * @example 49.9
       */
      amount: number;
      browserInfo?: Schemas["BrowserInfo"] | null;
      /**
       * @description automatic: charged at once (default). manual: authorised now, captured by POST /capture-payment.
       * @enum {string|null}
       */
      captureMode?: "automatic" | "manual" | (string & {}) | null;
      /**
       * Format: country
       * @description Two-letter country code in upper case (ISO 3166-1).
       * @example DE
       */
      country?: string | null;
      /**
       * Format: currency
       * @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it.
       * @example EUR
       */
      currency: string;
      customer?: Schemas["Customer"] | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra1?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra2?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra3?: string | null;
      /**
       * Format: language
       * @description Two-letter language code (ISO 639-1) of the cashier pages.
       * @example en
       */
      language?: string | null;
      mandate?: Schemas["MandateRequest"] | null;
      /**
       * Format: text
       * @description Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters.
       */
      merchantDomain?: string | null;
      /**
       * Format: text
       * @description Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters.
       * @example order-10021
       */
      merchantReference?: string | null;
      /**
       * Format: text
       * @description Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters.
       * @example https://shop.example/webhooks
       */
      notificationUrl?: string | null;
      /** @description The order lines. The cashier lists those that have a name. */
      orderDetails?: Schemas["OrderLine"][] | null;
      paymentData?: Schemas["PaymentData"] | null;
      /**
       * Format: uuid
       * @description Payment option or suboption, from GET /v3/payment-options or /v3/payout-options.
       */
      paymentOptionId: string;
      /**
       * Format: text
       * @description Payment or invoice reference. Generated if omitted. Up to 255 characters.
       */
      paymentReference?: string | null;
      /**
       * Format: text
       * @description Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters.
       * @example https://shop.example/return
       */
      redirectUrl?: string | null;
      shippingAddress?: Schemas["Address"] | null;
      /**
       * Format: text
       * @description Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters.
       * @example customer-77
       */
      userId?: string | null;
  };
  /** @description Fields of the method, all strings of at most 255 characters. A new card: `cardNumber`, `expiryMonth`, `expiryYear` (two or four digits), `cardCvv` and `cardHolder`. A saved card: `token` and `cardCvv`, with the `userId` it was saved for. A later charge, the customer absent: `mandateId` alone. Nothing, if the card is entered on the page of the provider. Other pay-ins: SEPA direct debit `iban` and `accountHolder` (needed by real providers: without it `1005`); UPI `vpa` (optional); M-Pesa `phoneNumber`; crypto `network`; PIX none here, but `customer.document`; other methods none. Payouts: card `token`, or `cardNumber`, `expiryMonth`, `expiryYear` and `cardHolder`; SEPA `iban`, `accountHolder` and optionally `bic`; Indian bank `accountNumber`, `ifsc` and `accountHolder`; UPI `vpa`; PIX `pixKeyType` and `pixKey`; M-Pesa `phoneNumber`; wallet `walletId`; crypto `address` and `network`. A wrong field gets 400 with its name, and the cashier asks for a missing field. This does not hold for a pay-in by card. Fields that do not belong to the method are ignored. Never stored in clear. */
  PaymentData: {
      /**
       * @description Name of the account holder.
       * @example Anna Schmidt
       */
      accountHolder?: string | null;
      /**
       * @description Account number, 9 to 18 digits.
       * @example 004501000123
       */
      accountNumber?: string | null;
      /**
       * @description Address on the main network, with a correct checksum: Base58Check or Bech32 (bitcoin), EIP-55 if it has upper and lower case letters (ethereum), Base58Check (tron).
       * @example TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
       */
      address?: string | null;
      /**
       * @description BIC of the bank, 8 or 11 characters.
       * @example COBADEFFXXX
       */
      bic?: string | null;
      /** @description Security code: 4 digits for American Express, else 3. Never stored. Not for payouts. */
      cardCvv?: string | null;
      /** @description Name on the card. */
      cardHolder?: string | null;
      /** @description Card number, 12 to 19 digits. Must pass the Luhn check. */
      cardNumber?: string | null;
      /** @description Month in which the card expires, 1 to 12. */
      expiryMonth?: string | null;
      /** @description Year in which the card expires: not in the past, and at most 50 years ahead. Four digits are recommended; two digits mean 2000 to 2099. */
      expiryYear?: string | null;
      /**
       * @description Account in a SEPA country, with or without spaces. Its check digits must be correct.
       * @example DE89370400440532013000
       */
      iban?: string | null;
      /**
       * @description Indian branch code: four letters, a zero, six letters or digits.
       * @example HDFC0001234
       */
      ifsc?: string | null;
      /** @description A later charge of this mandate, in `POST /v3/payment` alone: no other field may come with it. */
      mandateId?: string | null;
      /**
       * @description Network of the currency. BTC: `bitcoin`. USDT: `tron` or `ethereum`.
       * @example tron
       */
      network?: string | null;
      /**
       * @description Kenyan mobile number in E.164.
       * @example +254712345678
       */
      phoneNumber?: string | null;
      /**
       * @description CPF or CNPJ with correct check digits, an e-mail address of at most 77 characters, a mobile number in E.164, or a UUID.
       * @example maria@example.com
       */
      pixKey?: string | null;
      /**
       * @description Kind of `pixKey`: CPF, CNPJ, EMAIL, PHONE or RANDOM.
       * @example EMAIL
       */
      pixKeyType?: string | null;
      /** @description Saved card, instead of the fields of a new card. */
      token?: string | null;
      /**
       * @description UPI address: name@handle.
       * @example asha.rao@okbank
       */
      vpa?: string | null;
      /**
       * @description The recipient's id in the wallet.
       * @example pw-204418
       */
      walletId?: string | null;
  };
  /** @description receipt and info: where and what to pay. Only the fields that apply are present. */
  PaymentDetails: {
      /** @description The account number, if it is not an IBAN. */
      accountNumber?: string;
      /** @description The amount, in units of the currency. */
      amount: number;
      /** @description Code of the bank, such as an IFSC in India. */
      bankCode?: string;
      /** @description Name of the recipient. */
      beneficiary: string;
      /** @description BIC of the bank. */
      bic?: string;
      /** @description The branch of the bank. */
      branchCode?: string;
      /** @description Currency of the amount. */
      currency: string;
      /**
       * Format: date-time
       * @description Pay before this time.
       */
      expiresAt: string;
      /** @description The IBAN. */
      iban?: string;
      /** @description The reference that the payer must state. */
      reference: string;
  };
  /** @description A payment link. */
  PaymentLink: {
      /** @description The amount to pay. */
      amount: number;
      /** @description Address of the payment page. Send it to the payer. */
      cashierUrl: string;
      /** @description Country of the payer; null: the payer chooses it. */
      country: string | null;
      /**
       * Format: date-time
       * @description When the link was created.
       */
      createdAt: string;
      /** @description Currency code. */
      currency: string;
      /** @description What the payment is for. */
      description: string;
      /** @description When it was paid, was cancelled or expired; null: it is open. */
      endedAt: string | null;
      /**
       * Format: date-time
       * @description When the link expires.
       */
      expiresAt: string;
      /** @description Always 1. */
      maxPayments: number;
      /** @description Your reference, or the one that was generated. */
      merchantReference: string;
      /**
       * @description open: it can be paid, or is being paid. declined: every attempt was declined, and no further one is accepted.
       * @enum {string}
       */
      state: "open" | "paid" | "expired" | "cancelled" | "declined" | UnknownText;
      /**
       * Format: uuid
       * @description The pay-in of the link; it also names the link.
       */
      transactionId: string;
  };
  /** @description The fields of a session, and how long the link is valid. Fields that are not listed are ignored, but they are part of the signed body. */
  PaymentLinkRequest: {
      /**
       * @description Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too.
       * @example 49.9
       */
      amount: number;
      /**
       * @description automatic: charged at once (default). manual: authorised now, captured by POST /capture-payment.
       * @enum {string|null}
       */
      captureMode?: "automatic" | "manual" | (string & {}) | null;
      /**
       * Format: country
       * @description Two-letter country code in upper case (ISO 3166-1).
       * @example DE
       */
      country?: string | null;
      /**
       * Format: currency
       * @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it.
       * @example EUR
       */
      currency: string;
      customer?: Schemas["SessionCustomer"] | null;
      /**
       * Format: text
       * @description What the payment is for. The payer sees it, unless `orderDetails` says more. 1 to 120 characters, at least one of them visible.
       */
      description?: string | null;
      /** @description How long the link can be paid, in seconds: 3600 (1 hour) to 2592000 (30 days). Default 604800 (7 days). */
      expiresIn?: number | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra1?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra2?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra3?: string | null;
      /**
       * Format: language
       * @description Two-letter language code (ISO 639-1) of the cashier pages.
       * @example en
       */
      language?: string | null;
      mandate?: Schemas["MandateRequest"] | null;
      /** @description How many payments the link takes: always 1. Make a link for each payment. */
      maxPayments?: number | null;
      /**
       * Format: text
       * @description Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters.
       */
      merchantDomain?: string | null;
      /**
       * Format: text
       * @description Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters.
       * @example order-10021
       */
      merchantReference?: string | null;
      /**
       * Format: text
       * @description Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters.
       * @example https://shop.example/webhooks
       */
      notificationUrl?: string | null;
      /** @description The order lines. The cashier lists those that have a name. */
      orderDetails?: Schemas["OrderLine"][] | null;
      /**
       * Format: text
       * @description Payment or invoice reference. Generated if omitted. Up to 255 characters.
       */
      paymentReference?: string | null;
      /**
       * Format: text
       * @description Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters.
       * @example https://shop.example/return
       */
      redirectUrl?: string | null;
      shippingAddress?: Schemas["Address"] | null;
      /**
       * Format: text
       * @description Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters.
       * @example customer-77
       */
      userId?: string | null;
  };
  /** @description A place where the customer can pay. */
  PaymentLocation: {
      /** @description Street and number. */
      address: string;
      /** @description City. */
      city: string;
      /** @description Address of a map of the place. */
      mapUrl: string;
      /** @description The shop. */
      name: string;
  };
  /** @description A payment or payout option. */
  PaymentOption: {
      /** @description Empty with `excludeCountries=true`. */
      availableCountries: {
          /** @description Two-letter country code, WORLDWIDE or ANY. */
          code: string;
          /** @description Currency codes. */
          currencies: string[];
      }[];
      /**
       * Format: uuid
       * @description Send it as `paymentOptionId`.
       */
      id: string;
      /** @description Logo address; may be empty. */
      logo: string;
      /** @description Display name. */
      name: string;
      /** @description Banks, wallets or networks; you can send the id of a suboption as `paymentOptionId`. */
      suboptions: {
          /**
           * Format: uuid
           * @description Send it as `paymentOptionId`.
           */
          id: string;
          /** @description Logo address; may be empty. */
          logo: string;
          /** @description Display name. */
          name: string;
          /** @description Option type: CARD, OPEN_BANKING, BANK_TRANSFER, DIRECT_DEBIT, WALLET, MOBILE_MONEY, UPI, PIX, CASH_VOUCHER, P2P or CRYPTO. */
          type: string;
      }[];
      /** @description Option type: CARD, OPEN_BANKING, BANK_TRANSFER, DIRECT_DEBIT, WALLET, MOBILE_MONEY, UPI, PIX, CASH_VOUCHER, P2P or CRYPTO. */
      type: string;
  };
  /** @description The payout of the provider that has its charge; null: none yet. */
  PaymentSettlement: {
      /** @description The currency of the payout. */
      currency: string;
      /** @description What the provider kept of it. */
      fee: number;
      /** @description What was charged, in the currency of the payout. */
      gross: number;
      /** @description `gross` less `fee`. */
      net: number;
      /**
       * Format: date-time
       * @description When the provider pays it out; null: not yet.
       */
      paidAt: string | null;
      /**
       * Format: uuid
       * @description The settlement.
       */
      settlementId: string;
  };
  /** @description Fields that are not listed are ignored. Only the first three are required. */
  PayoutRequest: {
      /**
       * @description Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too.
       * @example 49.9
       */
      amount: number;
      /**
       * Format: country
       * @description Two-letter country code in upper case (ISO 3166-1).
       * @example DE
       */
      country?: string | null;
      /**
       * Format: currency
       * @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it.
       * @example EUR
       */
      currency: string;
      customer?: Schemas["Customer"] | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra1?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra2?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra3?: string | null;
      /**
       * Format: language
       * @description Two-letter language code (ISO 639-1) of the cashier pages.
       * @example en
       */
      language?: string | null;
      /**
       * Format: text
       * @description Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters.
       */
      merchantDomain?: string | null;
      /**
       * Format: text
       * @description Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters.
       * @example order-10021
       */
      merchantReference?: string | null;
      /**
       * Format: text
       * @description Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters.
       * @example https://shop.example/webhooks
       */
      notificationUrl?: string | null;
      /** @description The order lines. The cashier lists those that have a name. */
      orderDetails?: Schemas["OrderLine"][] | null;
      paymentData?: Schemas["RecipientData"] | null;
      /**
       * Format: uuid
       * @description Payment option or suboption, from GET /v3/payment-options or /v3/payout-options.
       */
      paymentOptionId: string;
      /**
       * Format: text
       * @description Payment or invoice reference. Generated if omitted. Up to 255 characters.
       */
      paymentReference?: string | null;
      /**
       * Format: text
       * @description Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters.
       * @example https://shop.example/return
       */
      redirectUrl?: string | null;
      shippingAddress?: Schemas["Address"] | null;
      /**
       * Format: text
       * @description Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters.
       * @example customer-77
       */
      userId?: string | null;
  };
  /** @description What a provider pays out to the bank account of the merchant. */
  ProviderSettlement: {
      /** @description The brand's account at the provider; null: the sandbox, which needs none. */
      accountId: string | null;
      /** @description The credit on the bank account of the brand; null: not found. */
      bankEntryId: string | null;
      /** @description Sum of the charges. All sums are signed as they change what is paid out. */
      charges: number;
      /** @description Its currency. */
      currency: string;
      /** @description Sum of the disputes, and of those that were given back. */
      disputes: number;
      /** @description Sum of all fees: below zero where the provider takes them. */
      fees: number;
      /** @description How many lines it has. */
      lines: number;
      /** @description What the provider pays out. */
      net: number;
      /** @description Sum of the lines of other kinds. */
      other: number;
      /**
       * Format: date-time
       * @description When the provider pays it out; null: not yet.
       */
      paidAt: string | null;
      /** @description The provider that pays it out. */
      provider: string;
      /** @description The provider's own id of the payout: `po_…`, or a batch number. */
      reference: string;
      /** @description Sum of the refunds, and of refunds that failed later. */
      refunds: number;
      /**
       * Format: uuid
       * @description Id of the settlement.
       */
      settlementId: string;
      /**
       * @description open: its credit is not found at the bank. paid: it is. conflict: the payout failed, or is not the sum of its lines.
       * @enum {string}
       */
      state: "open" | "paid" | "conflict" | UnknownText;
  };
  /** @description The recipient, in the fields of the method, all strings. Wrong fields are refused. The cashier asks for missing fields, even if the object is empty. Stored encrypted, and only until the payout has ended. */
  RecipientData: {
      /** @description SEPA and Indian bank: name of the account holder. */
      accountHolder?: string | null;
      /** @description Indian bank: the account number. */
      accountNumber?: string | null;
      /** @description Crypto: the address; its checksum is checked. */
      address?: string | null;
      /** @description SEPA: the BIC of the bank; optional. */
      bic?: string | null;
      /** @description Card: the name on it. */
      cardHolder?: string | null;
      /** @description Card: the number, 12 to 19 digits. Must pass the Luhn check. */
      cardNumber?: string | null;
      /** @description Card: the month in which it expires, 1 to 12. */
      expiryMonth?: string | null;
      /** @description Card: the year in which it expires, not in the past and at most 50 years ahead. Four digits are recommended; two digits mean 2000 to 2099. */
      expiryYear?: string | null;
      /** @description SEPA: the IBAN. Its checksum is checked. */
      iban?: string | null;
      /** @description Indian bank: the IFSC of the branch, such as HDFC0000001. */
      ifsc?: string | null;
      /** @description Crypto: bitcoin for BTC, tron or ethereum for USDT. */
      network?: string | null;
      /** @description M-Pesa: the number, as +254… (E.164). */
      phoneNumber?: string | null;
      /** @description PIX: a key of that type. */
      pixKey?: string | null;
      /** @description PIX: CPF, CNPJ, EMAIL, PHONE or RANDOM. */
      pixKeyType?: string | null;
      /** @description Card: the token of a saved card instead of the four fields above, with the `userId` it was saved for. */
      token?: string | null;
      /** @description UPI: the address, such as name@bank. */
      vpa?: string | null;
      /** @description Wallet: the recipient's id in the wallet. */
      walletId?: string | null;
  };
  /** @description An address as it was sent. */
  RecordedAddress: {
      /** @description As sent. */
      city: string | null;
      /** @description As sent. */
      country: string | null;
      /** @description As sent. */
      state: string | null;
      /** @description As sent. */
      street: string | null;
      /** @description As sent. */
      streetNumber: string | null;
      /** @description As sent. */
      zipCode: string | null;
  };
  /** @description As sent or as stored before, with e-mail, phone and document number masked. */
  RecordedCustomer: {
      address: Schemas["RecordedAddress"] | null;
      /** @description Identity document. */
      document: {
          /** @description Masked: the last two characters. */
          number: string | null;
          /** @description As sent. */
          type: string | null;
      } | null;
      /** @description Masked, such as a***@example.com. */
      email: string | null;
      /** @description As sent. */
      firstName: string | null;
      /** @description As sent. */
      ip: string | null;
      /** @description As sent. */
      lastName: string | null;
      /** @description As sent, in v2 and sessions. */
      name: string | null;
      /** @description Masked: the first three and the last two characters. */
      phone: string | null;
      /** @description As sent. */
      userAgent: string | null;
      /** @description As sent. */
      userDevice: string | null;
  };
  /** @description A refund of a pay-in. */
  Refund: {
      /** @description In units of the currency. */
      amount: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * @description Who made it: you, or somebody at the provider.
       * @enum {string}
       */
      origin: "merchant" | "provider" | UnknownText;
      /**
       * @description As requested.
       * @enum {string|null}
       */
      reason: "DUPLICATE" | "FRAUD" | "CUSTOMER_REQUEST" | "RETURN" | "OTHER" | UnknownText | null;
      /**
       * Format: uuid
       * @description Identifies the refund.
       */
      refundId: string;
      /** @description Your reference of the refund. */
      refundReference: string | null;
      /**
       * @description COMPLETED and FAILED are final.
       * @enum {string}
       */
      status: "PENDING" | "COMPLETED" | "FAILED" | UnknownText;
  };
  /** @description A refund was accepted. */
  RefundAnswer: {
      /** @description The refunded amount, in units of the currency. */
      amount: number;
      /** @description What is left to refund after this refund: paid, less refunds, less what disputes withhold or took. The same in each replay. */
      amountRefundable: number;
      /**
       * Format: uuid
       * @description Identifies the refund; see `refunds` of the record.
       */
      refundId: string;
      /** @description The status code as text. */
      result: string;
      /**
       * @description The first status of every refund. COMPLETED or FAILED follows by webhook.
       * @enum {string}
       */
      status: "PENDING" | UnknownText;
      /** @description Always `000`: accepted. */
      statusCode: string;
      /**
       * Format: uuid
       * @description The pay-in.
       */
      transactionId: string;
  };
  /** @description Fields that are not listed are ignored, but they are part of the signed body. */
  RefundRequest: {
      /**
       * @description The amount, in units of the pay-in's currency; more than 0, with no more decimals than the currency has and at most two for fiat. Omitted: the whole remaining amount.
       * @example 12.5
       */
      amount?: number | null;
      /**
       * Format: country
       * @description The country the pay-in was made with, as two letters in upper case. Required if the reference exists for several countries.
       * @example DE
       */
      country?: string | null;
      /**
       * Format: currency
       * @description Optional check: must be the currency of the pay-in.
       * @example EUR
       */
      currency?: string | null;
      /** @description Refund also while a dispute of the pay-in withholds its money, or is LOST. The payer then gets it twice. Omitted or false: such a refund is refused with 5003. */
      despiteDispute?: boolean | null;
      /**
       * Format: text
       * @description Your reference of the pay-in to refund. 1 to 255 characters.
       * @example order-10021
       */
      merchantReference: string;
      /**
       * @description The reason. Returned in the record and in webhooks.
       * @enum {string|null}
       */
      reason?: "DUPLICATE" | "FRAUD" | "CUSTOMER_REQUEST" | "RETURN" | "OTHER" | (string & {}) | null;
      /**
       * Format: text
       * @description Your reference, unique for the brand. A second call with it for the same pay-in makes no second refund, but gets the answer of the first. With it you can safely retry after a lost answer. Required if the brand signs all requests. 1 to 255 characters.
       * @example refund-10021-1
       */
      refundReference?: string | null;
  };
  /** @description Fields that are not listed are ignored. */
  RevokeMandateRequest: {
      /**
       * Format: text
       * @description Why, for the audit log. 1 to 255 characters, at least one of them visible.
       * @example the customer cancelled
       */
      reason?: string | null;
  };
  /** @description What the sandbox pays out. */
  SandboxSettlement: {
      /** @description The brand's account at the provider; null: the sandbox, which needs none. */
      accountId: string | null;
      /** @description The credit on the bank account of the brand; null: not found. */
      bankEntryId: string | null;
      /** @description Sum of the charges. All sums are signed as they change what is paid out. */
      charges: number;
      /** @description Its currency. */
      currency: string;
      /** @description Sum of the disputes, and of those that were given back. */
      disputes: number;
      /** @description Sum of all fees: below zero where the provider takes them. */
      fees: number;
      /** @description The settlements of other currencies. Absent if there is one currency. */
      further?: Schemas["ProviderSettlement"][];
      /** @description How many lines it has. */
      lines: number;
      /** @description What the provider pays out. */
      net: number;
      /** @description Sum of the lines of other kinds. */
      other: number;
      /**
       * Format: date-time
       * @description When the provider pays it out; null: not yet.
       */
      paidAt: string | null;
      /** @description The provider that pays it out. */
      provider: string;
      /** @description The provider's own id of the payout: `po_…`, or a batch number. */
      reference: string;
      /** @description Sum of the refunds, and of refunds that failed later. */
      refunds: number;
      /**
       * Format: uuid
       * @description Id of the settlement.
       */
      settlementId: string;
      /**
       * @description open: its credit is not found at the bank. paid: it is. conflict: the payout failed, or is not the sum of its lines.
       * @enum {string}
       */
      state: "open" | "paid" | "conflict" | UnknownText;
  };
  /** @description A card that a customer saved with a payment. */
  SavedCard: {
      /** @description Card brand, such as VISA. */
      brand: string;
      /**
       * Format: date-time
       * @description When it was saved.
       */
      createdAt: string;
      /** @description Two digits. */
      expiryMonth: string;
      /** @description Four digits. */
      expiryYear: string;
      /** @description First six digits. */
      first6: string;
      /** @description Last four digits. */
      last4: string;
      /**
       * Format: date-time
       * @description When a payment with it last completed, among the customer's latest 200 transactions. If none did: when it was saved.
       */
      lastUsedAt: string;
      /** @description Send it as `paymentData.token` to charge the card again. It works for this customer only. */
      token: string;
      /** @description Your id of the customer. */
      userId: string;
  };
  /** @description The person who pays or is paid, in v2 and session requests. Missing fields are filled from the stored profile of the same userId. */
  SessionCustomer: {
      address?: Schemas["Address"] | null;
      document?: Schemas["IdentityDocument"] | null;
      /**
       * Format: email
       * @description E-mail address. 4 to 255 characters.
       * @example anna@example.com
       */
      email?: string | null;
      /**
       * Format: text
       * @description First name. 1 to 255 characters.
       * @example Anna
       */
      firstName?: string | null;
      /**
       * Format: ip
       * @description IPv4 or IPv6 address of the customer's device, not of your server.
       * @example 203.0.113.24
       */
      ip?: string | null;
      /**
       * Format: text
       * @description Last name. 1 to 255 characters.
       * @example Schmidt
       */
      lastName?: string | null;
      /**
       * Format: text
       * @description Full name, instead of firstName and lastName. 1 to 255 characters.
       * @example Anna Schmidt
       */
      name?: string | null;
      /**
       * Format: text
       * @description Phone number, if possible with the international dialling code. 3 to 255 characters.
       * @example +4915112345678
       */
      phone?: string | null;
      /**
       * Format: text
       * @description User-Agent header of the customer's browser. Up to 512 characters.
       */
      userAgent?: string | null;
      /**
       * @description Kind of device the customer uses.
       * @enum {string|null}
       */
      userDevice?: "MOBILE" | "DESKTOP" | "TABLET" | (string & {}) | null;
  };
  /** @description The fields of a direct request without paymentOptionId and paymentData, which the cashier asks for. Fields that are not listed are ignored, but they are part of the signed body. */
  SessionRequest: {
      /**
       * @description Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too.
       * @example 49.9
       */
      amount: number;
      /**
       * @description automatic: charged at once (default). manual: authorised now, captured by POST /capture-payment.
       * @enum {string|null}
       */
      captureMode?: "automatic" | "manual" | (string & {}) | null;
      /**
       * Format: country
       * @description Two-letter country code in upper case (ISO 3166-1).
       * @example DE
       */
      country?: string | null;
      /**
       * Format: currency
       * @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it.
       * @example EUR
       */
      currency: string;
      customer?: Schemas["SessionCustomer"] | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra1?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra2?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra3?: string | null;
      /**
       * Format: language
       * @description Two-letter language code (ISO 639-1) of the cashier pages.
       * @example en
       */
      language?: string | null;
      mandate?: Schemas["MandateRequest"] | null;
      /**
       * Format: text
       * @description Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters.
       */
      merchantDomain?: string | null;
      /**
       * Format: text
       * @description Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters.
       * @example order-10021
       */
      merchantReference?: string | null;
      /**
       * Format: text
       * @description Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters.
       * @example https://shop.example/webhooks
       */
      notificationUrl?: string | null;
      /** @description The order lines. The cashier lists those that have a name. */
      orderDetails?: Schemas["OrderLine"][] | null;
      /**
       * Format: text
       * @description Payment or invoice reference. Generated if omitted. Up to 255 characters.
       */
      paymentReference?: string | null;
      /**
       * Format: text
       * @description Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters.
       * @example https://shop.example/return
       */
      redirectUrl?: string | null;
      shippingAddress?: Schemas["Address"] | null;
      /**
       * Format: text
       * @description Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters.
       * @example customer-77
       */
      userId?: string | null;
  };
  /** @description The answer in the legacy form: string codes, no nested result. */
  SettleResult: {
      /** @description Why it was not processed; absent if you declined it. The guide lists all error codes. */
      errorCode?: string;
      /** @description The text of the error code. */
      errorReason?: string;
      /** @description "Payout approved" or "Payout could not be processed". */
      result: string;
      /**
       * @description Current status of the payout. PENDING: the balance was too low, and the payout can be approved later.
       * @enum {string}
       */
      status: "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | UnknownText;
      /**
       * @description A string: 000 accepted, 999 declined or not possible now.
       * @enum {string}
       */
      statusCode: "000" | "999" | UnknownText;
      /**
       * Format: uuid
       * @description Id of the payout; only with 000.
       */
      transactionId?: string;
  };
  /** @description The suboptions of an option. */
  Suboptions: {
      /** @description The available suboptions. */
      result: {
          /** @description The suboptions; empty if the option has none. */
          options: {
              /** @description The inputs of the suboption; may be empty. */
              formInputs: Schemas["OptionInput"][];
              /** @description Send it as `optionId`. */
              id: string;
              /** @description Logo address, or null. */
              logo: string | null;
              /** @description Display name. */
              name: string;
              /**
               * Format: uuid
               * @description Id of the same suboption in v3.
               */
              uuid: string;
          }[];
          /**
           * Format: uuid
           * @description As sent.
           */
          paymentOptionId: string;
          /**
           * Format: uuid
           * @description The session.
           */
          sessionId: string;
          /**
           * Format: uuid
           * @description Identifies the transaction of the session.
           */
          transactionId: string;
      };
      /**
       * @description Tells you to choose a suboption.
       * @enum {string}
       */
      resultType: "option_choice" | UnknownText;
      /**
       * @description A string.
       * @enum {string}
       */
      statusCode: "085" | UnknownText;
  };
  /** @description An option of a session. */
  SuboptionsRequest: {
      /**
       * Format: uuid
       * @description One of the options that the session offers, or one of their suboptions.
       */
      paymentOptionId: string;
      /**
       * Format: uuid
       * @description The session.
       */
      sessionId: string;
  };
  /** @description A field without a value is null, never left out. */
  Transaction: {
      /** @description In units of the currency. */
      amount: number;
      /** @description What was authorised, in units of the currency; 0 before. */
      amountAuthorized: number;
      /** @description Sum of completed captures; without captures, the amount of a completed pay-in. */
      amountCaptured: number;
      /** @description Sum of pending and completed refunds, in units of the currency. */
      amountRefunded: number;
      /**
       * Format: uuid
       * @description The brand it belongs to.
       */
      brandId: string;
      /**
       * Format: date-time
       * @description Until when an authorised pay-in can be captured.
       */
      captureBefore: string | null;
      /**
       * @description Charged at once, or authorised first and captured later; null for payouts.
       * @enum {string|null}
       */
      captureMode: "automatic" | "manual" | UnknownText | null;
      /** @description Every capture of an authorised pay-in, oldest first. */
      captures: Schemas["Capture"][];
      /** @description The parts of the card that may be shown. */
      card: {
          /** @description Card brand, such as VISA. */
          brand: string;
          /** @description Two digits. */
          expiryMonth: string;
          /** @description Four digits. */
          expiryYear: string;
          /** @description First six digits. */
          first6: string;
          /** @description Last four digits. */
          last4: string;
          /** @description Token of the saved card, after a completed payment with a userId. */
          token: string | null;
      } | null;
      /** @description Address of the payment page of a session or a payment link, while it can be used; null: the payment has ended, the address has expired, or there is none. The address for a payout is only shown to keys with the scope `payouts`. */
      cashierUrl: string | null;
      /**
       * Format: date-time
       * @description When the status became final.
       */
      completedAt: string | null;
      /** @description Two-letter country code. */
      country: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Currency code. */
      currency: string;
      customer: Schemas["RecordedCustomer"] | null;
      /** @description Every dispute of a pay-in, oldest first. */
      disputes: Schemas["Dispute"][];
      /** @description The error code, four digits. The guide lists all error codes. */
      errorCode: string | null;
      /** @description The text of the error code. */
      errorReason: string | null;
      /**
       * Format: date-time
       * @description When the instructions or the link expire.
       */
      expiresAt: string | null;
      /** @description Yours. */
      extra1: string | null;
      /** @description Yours. */
      extra2: string | null;
      /** @description Yours. */
      extra3: string | null;
      /**
       * @description MERCHANT: a later charge of a mandate, while the customer was absent; null for payouts.
       * @enum {string|null}
       */
      initiator: "CUSTOMER" | "MERCHANT" | UnknownText | null;
      /** @description The money arrived after the transaction had expired or been cancelled. */
      lateSuccess: boolean;
      /** @description The mandate to which the customer agreed with this pay-in, from when it is ACTIVE; in a later charge the mandate that it used. */
      mandate: {
          /**
           * Format: uuid
           * @description Identifies the mandate.
           */
          mandateId: string;
          /**
           * @description Only an ACTIVE mandate can be charged.
           * @enum {string}
           */
          status: "PENDING" | "ACTIVE" | "REVOKED" | "EXPIRED" | "FAILED" | UnknownText;
      } | null;
      /** @description Your reference. */
      merchantReference: string;
      /** @description The payment or payout option. */
      paymentOption: {
          /**
           * Format: uuid
           * @description Option or suboption, as requested.
           */
          id: string;
          /** @description Its display name; null for an unknown id. */
          name: string | null;
          /** @description Its type, such as CARD. */
          type: string | null;
      } | null;
      /** @description Payment or invoice reference. */
      paymentReference: string;
      /** @description The payment network's reference. */
      providerReference: string | null;
      /** @description Recipient of a payout, as soon as it is known; null for pay-ins. */
      recipient: {
          /** @description IBAN, account, card, key, phone or address: `***` and its last four characters. */
          account: string | null;
          /** @description Name of the account or card holder, as sent; null if the method has none. */
          name: string | null;
      } | null;
      /** @description Address to which the customer returns. */
      redirectUrl: string | null;
      /** @description Every refund of a pay-in, oldest first. */
      refunds: Schemas["Refund"][];
      /**
       * @description Result type of the latest business result.
       * @enum {string|null}
       */
      resultType: "success" | "redirect" | "declined" | "error" | "form" | "qrcode" | "receipt" | "info" | "barcode" | "fawry" | "mobile" | UnknownText | null;
      /**
       * @description What the merchant should do next.
       * @enum {string|null}
       */
      retryAdvice: "DO_NOT_RETRY" | "RETRY_LATER" | "OTHER_METHOD" | "FIX_DATA" | "RECONCILE" | UnknownText | null;
      /** @description A payout or debit that came back after it was COMPLETED. */
      returned: {
          /** @description In units of the currency. */
          amount: number;
          /**
           * Format: date-time
           * @description When it came back.
           */
          at: string;
          /** @description In the words of the bank. */
          reason: string | null;
      } | null;
      /**
       * Format: uuid
       * @description Id of its session.
       */
      sessionId: string;
      settlement: Schemas["PaymentSettlement"] | null;
      /**
       * @description COMPLETED, DECLINED and ERROR are final; only COMPLETED is success.
       * @enum {string}
       */
      status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR" | UnknownText;
      /** @description Result type of the latest business result. */
      statusCode: number | null;
      /** @description 3-D Secure, if it was used. */
      threeDS: {
          /**
           * @description Whether the cardholder had to authenticate.
           * @enum {string}
           */
          flow: "CHALLENGE" | "FRICTIONLESS" | UnknownText;
          /** @description PENDING, AUTHENTICATED, FAILED, ABANDONED or UNAVAILABLE. */
          status: string;
      } | null;
      /** @description Every status change, oldest first. */
      timeline: {
          /** @description Who changed the status. */
          actor: string;
          /**
           * Format: date-time
           * @description When the status changed.
           */
          at: string;
          /** @description Status before; null for the first entry. */
          from: string | null;
          /** @description Why the status changed. */
          reason: string | null;
          /** @description Status after. */
          to: string;
      }[];
      /**
       * Format: uuid
       * @description Identifies the transaction.
       */
      transactionId: string;
      /**
       * @description Pay-in or payout.
       * @enum {string}
       */
      type: "PAYIN" | "PAYOUT" | UnknownText;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Your id of the customer. */
      userId: string;
  };
  /** @description A payment or payout option, as v2 shows it. */
  V2Option: {
      /** @description The inputs of the option; may be empty. */
      extraData: Schemas["OptionInput"][];
      /** @description Logo address, or null. */
      logo: string | null;
      /** @description Display name. */
      name: string;
      /**
       * Format: uuid
       * @description Send it with the next calls.
       */
      paymentOptionId: string;
  };
  /** @description A cashier link with the choice preselected. */
  V2Redirect: {
      /** @description The link where the customer continues. */
      result: {
          /** @description Send the customer to exactly this address. */
          redirectUrl: string;
          /**
           * Format: uuid
           * @description Identifies the transaction of the session.
           */
          transactionId: string;
      };
      /**
       * @description The customer continues in the cashier.
       * @enum {string}
       */
      resultType: "redirect" | UnknownText;
      /**
       * @description A string.
       * @enum {string}
       */
      statusCode: "300" | UnknownText;
  };
  /** @description The fields of a direct request without paymentOptionId and paymentData. Country, currency and amount are required. Fields that are not listed are ignored. */
  V2SessionRequest: {
      /**
       * @description Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too.
       * @example 49.9
       */
      amount: number;
      /**
       * @description automatic: charged at once (default). manual: authorised now, captured by POST /capture-payment.
       * @enum {string|null}
       */
      captureMode?: "automatic" | "manual" | (string & {}) | null;
      /**
       * Format: country
       * @description Two-letter country code in upper case (ISO 3166-1).
       * @example DE
       */
      country: string;
      /**
       * Format: currency
       * @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it.
       * @example EUR
       */
      currency: string;
      customer?: Schemas["SessionCustomer"] | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra1?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra2?: string | null;
      /**
       * Format: text
       * @description Free text of yours; returned in records and webhooks. Up to 255 characters.
       */
      extra3?: string | null;
      /**
       * Format: language
       * @description Two-letter language code (ISO 639-1) of the cashier pages.
       * @example en
       */
      language?: string | null;
      mandate?: Schemas["MandateRequest"] | null;
      /**
       * Format: text
       * @description Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters.
       */
      merchantDomain?: string | null;
      /**
       * Format: text
       * @description Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters.
       * @example order-10021
       */
      merchantReference?: string | null;
      /**
       * Format: text
       * @description Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters.
       * @example https://shop.example/webhooks
       */
      notificationUrl?: string | null;
      /** @description The order lines. The cashier lists those that have a name. */
      orderDetails?: Schemas["OrderLine"][] | null;
      /**
       * Format: text
       * @description Payment or invoice reference. Generated if omitted. Up to 255 characters.
       */
      paymentReference?: string | null;
      /**
       * Format: text
       * @description Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters.
       * @example https://shop.example/return
       */
      redirectUrl?: string | null;
      shippingAddress?: Schemas["Address"] | null;
      /**
       * Format: text
       * @description Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters.
       * @example customer-77
       */
      userId?: string | null;
  };
}
