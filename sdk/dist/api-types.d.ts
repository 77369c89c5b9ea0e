/**
 * A value that this release of the SDK does not know; a string when the program runs. It is declared as a member of a
 * list that no program has, so that a misspelt value is an error of types. To look for one that is newer than your
 * SDK, compare `String(value)`.
 */
export declare enum UnknownText {
	any = "what this release does not know"
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
	/** A postal address. */
	Address: {
		/** City. Up to 1000 characters. */
		city?: string | null;
		/** Two-letter country code in upper case (ISO 3166-1). */
		country?: string | null;
		/** State or province. Up to 1000 characters. */
		state?: string | null;
		/** Street. Up to 1000 characters. */
		street?: string | null;
		/** House number. Up to 1000 characters. */
		streetNumber?: string | null;
		/** Postal code. Up to 1000 characters. */
		zipCode?: string | null;
	};
	/** The customer's browser, for 3-D Secure. With these fields the bank decides more often without a challenge. All fields are required. They are kept for the provider, and never shown in a record or webhook. */
	BrowserInfo: {
		/** Its Accept header. 1 to 2048 characters. */
		acceptHeader: string;
		/** `screen.colorDepth`. */
		colorDepth: number;
		/** Whether it runs Java: `false` in every current browser. */
		javaEnabled: boolean;
		/** `navigator.language`. 1 to 35 characters. */
		language: string;
		/** `screen.height`. */
		screenHeight: number;
		/** `screen.width`. */
		screenWidth: number;
		/** `new Date().getTimezoneOffset()`: minutes from local time to UTC, -60 for UTC+1. */
		timeZoneOffset: number;
		/** Its User-Agent header. 1 to 2048 characters. */
		userAgent: string;
	};
	/** The envelope of every v3 business result. */
	BusinessResult: {
		/** The first six fields are always present; the others depend on resultType. */
		result: {
			/** As requested, in units of the currency. */
			amount: number;
			/** success: the money is held, and charged by POST /capture-payment. Else absent. */
			authorized?: true;
			/** receipt and info: the bank to pay to. */
			bankName?: string;
			/** barcode: the digits. */
			barcodeData?: string;
			/** qrcode: the code as a PNG in Base64. */
			base64QRCode?: string;
			/** With `authorized`: until when it can be captured. */
			captureBefore?: string;
			/** mobile: what the confirmation requires: UTR, SENDER_PHONE or TRANSACTION_ID. */
			confirmBy?: string;
			/** As requested. */
			currency: string;
			/** The error code, four digits. The guide lists all error codes. */
			errorCode?: string;
			/** declined and error: the text of the error code. */
			errorReason?: string;
			/** barcode: pay before this time. */
			expirationDate?: string;
			/** When the instructions or the link expire; absent if they do not expire. ISO 8601. */
			expiresAt?: string;
			formData?: Schemas["FormData"];
			/** info: how to pay, as HTML of the gateway that you can show unchanged. */
			htmlInstructions?: string;
			/** Your reference, or the generated one. */
			merchantReference: string;
			paymentDetails?: Schemas["PaymentDetails"];
			/** info: places where the customer can pay. */
			paymentLocations?: Schemas["PaymentLocation"][];
			/** qrcode: the content of the QR code. */
			qrCodeString?: string;
			/** redirect: send the customer to exactly this address, in the top-level window, not in a frame. */
			redirectUrl?: string;
			/** fawry: the reference to pay under. */
			referenceNumber?: string;
			/** mobile: where the customer sends the money. */
			sendTo?: string;
			/** Id of its session. */
			sessionId: string;
			/** COMPLETED, DECLINED and ERROR are final; only COMPLETED is success. */
			status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR" | UnknownText;
			/** Identifies the transaction. */
			transactionId: string;
		};
		/** What to do next. Cards and payouts answer success, redirect, declined and error. Treat an unknown value as unresolved and look the transaction up. */
		resultType: "success" | "redirect" | "declined" | "error" | "form" | "qrcode" | "receipt" | "info" | "barcode" | "fawry" | "mobile" | UnknownText;
		/** Business result, not the HTTP status. */
		statusCode: 200 | 300 | 900 | 999 | 80 | 81 | 83 | 84 | 86 | 90 | 91;
	};
	/** Names a transaction by its id or by its reference. If the reference exists for several countries, the country is required. If id and reference are both given, they must belong to the same transaction. */
	CancelRequest: {
		/** Two-letter country code in upper case (ISO 3166-1). */
		country?: string | null;
		/** Your reference of the transaction to cancel, instead of its id. 1 to 255 characters. */
		merchantReference?: string | null;
		/** The reason, as free text; kept in the timeline of the transaction. Up to 255 characters, at least one of them visible. */
		reason?: string | null;
		/** The transaction to cancel. This or `merchantReference` is required. */
		transactionId?: string | null;
	};
	/** The answer in the legacy form: string codes, no nested result. */
	CancelResult: {
		/** The status code as text. */
		result: string;
		/** Status of the transaction. DECLINED: its errorCode is 3001. COMPLETED: a part of it was captured before. */
		status: "DECLINED" | "COMPLETED" | UnknownText;
		/** A string: accepted. */
		statusCode: "000" | UnknownText;
		/** The cancelled transaction. */
		transactionId: string;
	};
	/** A capture of an authorised pay-in. */
	Capture: {
		/** In units of the currency. */
		amount: number;
		/** Identifies the capture. */
		captureId: string;
		/** Your reference of the capture; null: none, or it was made at the provider. */
		captureReference: string | null;
		/** ISO 8601, UTC. */
		createdAt: string;
		/** Why it failed. */
		errorCode: string | null;
		/** Whether the rest was released with it. */
		final: boolean;
		/** COMPLETED and FAILED are final, but a COMPLETED capture may still fail. */
		status: "PENDING" | "COMPLETED" | "FAILED" | UnknownText;
	};
	/** A capture was accepted. */
	CaptureAnswer: {
		/** The amount of the capture, in units of the currency. */
		amount: number;
		/** What could still be captured after this capture; 0 after a final one. */
		amountCapturable: number;
		/** Identifies the capture; see `captures` of the record. */
		captureId: string;
		/** The status as text. */
		result: string;
		/** PENDING: the final status follows by webhook. FAILED: the provider refused it at once; its amount can be captured again. */
		status: "PENDING" | "COMPLETED" | "FAILED" | UnknownText;
		/** Always `000`: accepted. */
		statusCode: string;
		/** The pay-in. */
		transactionId: string;
	};
	/** Fields that are not listed are ignored, but they are part of the signed body. */
	CaptureRequest: {
		/** The amount, in units of the pay-in's currency; more than 0, with no more decimals than the currency has and at most two for fiat. Omitted: the whole rest. */
		amount?: number | null;
		/** Your reference, unique for the pay-in. A second call with it makes no second capture, but gets the answer of the first. With it you can safely retry after a lost answer. Required if the brand signs all requests. 1 to 255 characters. */
		captureReference?: string | null;
		/** Two-letter country code in upper case (ISO 3166-1). */
		country?: string | null;
		/** Whether this is the last capture: the rest is released to the payer. Default true. false: further captures follow, where the provider takes several. */
		final?: boolean | null;
		/** Your reference of the pay-in to capture, instead of its id. 1 to 255 characters. */
		merchantReference?: string | null;
		/** The pay-in to capture. This or `merchantReference` is required. */
		transactionId?: string | null;
	};
	/** The link where the customer continues. */
	CashierLink: {
		/** Send the customer to exactly this address. A payment can be started there for 1 hour. If the answer is lost, take the address from the record of the transaction while the link can be used. */
		cashierUrl: string;
		/** Identifies the transaction. */
		transactionId: string;
	};
	/** The result of checking a signature. */
	CheckedSignature: {
		/** Whether the request has an `X-Signature` that was made with one of the brand's valid secrets. */
		matches: boolean;
		/** The secret that matches; null: none. */
		secret: "newest" | "former" | UnknownText | null;
		/** Until when the former secret stays valid; null: no end is set. */
		validUntil: string | null;
	};
	/** Fields that are not listed are ignored, but they are part of the signed body. */
	Confirmation: {
		/** UPI transfer without a receipt: the UTR (RRN) of the transfer, exactly 12 digits. Up to 255 characters. */
		additionalEssentialKey?: string | null;
		/** What the method requires. M-Pesa: the transaction id, 4 to 40 letters and digits. UPI transfer: the UTR, if it is not in `additionalEssentialKey`. Other methods: free text, such as the sender. Up to 255 characters. */
		essentialKey?: string | null;
		/** Session of the payment, from the answer that created it. */
		sessionId: string;
	};
	/** The acknowledgement. */
	ConfirmationAnswer: {
		/** Acknowledges the submission only. */
		message: string;
	};
	/** The person who pays or is paid. Missing fields are filled from the stored profile of the same userId. A name, an address or a document is only filled as a whole. The method decides which fields are required. */
	Customer: {
		address?: Schemas["Address"] | null;
		document?: Schemas["IdentityDocument"] | null;
		/** E-mail address. 4 to 255 characters. */
		email?: string | null;
		/** First name. 1 to 255 characters. */
		firstName?: string | null;
		/** IPv4 or IPv6 address of the customer's device, not of your server. */
		ip?: string | null;
		/** Last name. 1 to 255 characters. */
		lastName?: string | null;
		/** Phone number, if possible with the international dialling code. 3 to 255 characters. */
		phone?: string | null;
		/** User-Agent header of the customer's browser. Up to 512 characters. */
		userAgent?: string | null;
		/** Kind of device the customer uses. */
		userDevice?: "MOBILE" | "DESKTOP" | "TABLET" | (string & {}) | null;
	};
	/** A dispute of a completed pay-in. */
	Dispute: {
		/** The disputed amount, in units of the currency. */
		amount: number;
		/** ISO 8601, UTC. */
		createdAt: string;
		/** Currency code. */
		currency: string;
		/** Until when you can answer it. */
		deadline: string | null;
		/** Identifies the dispute. */
		disputeId: string;
		/** Whether the amount was taken out of the available balance. */
		fundsWithheld: boolean;
		/** The provider's reference of the dispute. */
		providerReference: string | null;
		/** In the words of the bank. */
		reason: string | null;
		response: Schemas["DisputeResponse"] | null;
		/** INQUIRY: the bank asks. OPEN: a chargeback. WON or LOST: how it ended. */
		status: "INQUIRY" | "OPEN" | "WON" | "LOST" | UnknownText;
		/** ISO 8601, UTC. */
		updatedAt: string;
	};
	/** A field that a later request omits keeps its value. */
	DisputeRequest: {
		/** The disputed amount, in units of the pay-in's currency. Omitted: the whole amount. */
		amount?: number | null;
		/** Until when the merchant may answer the dispute. */
		deadline?: string | null;
		/** Whether the amount is taken out of the available balance. Omitted: yes for OPEN and LOST, no for INQUIRY and WON. */
		fundsWithheld?: boolean | null;
		/** The reason, in the words of the bank. 1 to 255 characters. */
		reason?: string | null;
		/** INQUIRY: the bank asks. OPEN: a chargeback. WON and LOST: how it ended; a dispute that was WON may still become LOST. A dispute begins as INQUIRY, OPEN or LOST. */
		status: "INQUIRY" | "OPEN" | "WON" | "LOST" | (string & {});
	};
	/** What the merchant answered to a dispute. */
	DisputeResponse: {
		/** ISO 8601, UTC. */
		createdAt: string;
		/** evidence: the merchant contests the dispute. acceptance: the merchant gives the money up. */
		kind: "evidence" | "acceptance" | UnknownText;
		/** Why it was refused. */
		reason: string | null;
		/** Identifies the response. */
		responseId: string;
		/** PENDING: on its way, or its outcome is unknown. SENT: the provider has it. REFUSED: the provider did not take it. */
		status: "PENDING" | "SENT" | "REFUSED" | UnknownText;
		/** ISO 8601, UTC. */
		updatedAt: string;
	};
	/** The body of every HTTP error. */
	Error: {
		/** errorCode 5101: the amount of the pay-in that can still be captured. */
		amountCapturable?: number;
		/** errorCode 5001: what is left to refund of the pay-in. */
		amountRefundable?: number;
		/** The error code, four digits. The guide lists all error codes. */
		errorCode?: string;
		/** For a refused refund, capture or void: the text of the errorCode. */
		errorReason?: string;
		/** What is wrong. For a validation failure: an array of every fault; each names its field by a dotted path. */
		message: string | string[];
		/** Also in the X-Request-Id header. State it when you ask for support. */
		requestId: string;
		/** The HTTP status, repeated. */
		statusCode: number;
		/** Test environment, 403 only: the first 2,000 characters of the string that the signature is checked against; a card number shows only its first six and last four digits. */
		stringToSign?: string;
		/** The related transaction, such as the first one with a duplicate reference. */
		transactionId?: string;
	};
	/** form: the form to show and post. */
	FormData: {
		/** Its inputs, in their order. */
		fields: {
			/** The label to show. */
			label: string;
			/** Its name in the form. */
			name: string;
			/** Whether a value is required. */
			required: boolean;
			/** The input type. */
			type: "hidden" | "text" | UnknownText;
			/** The initial value. */
			value: string;
			/** The allowed values; empty: any value. */
			values: string[];
		}[];
		/** The HTTP method of the form. */
		method: "POST" | UnknownText;
		/** Address to which the form is posted. */
		url: string;
	};
	/** The choice for a session. */
	HybridPaymentRequest: {
		/** The `id` of the suboption; omit it for an option without suboptions, such as the card. Up to 255 characters. */
		optionId?: string | null;
		/** One of the options that the session offers, or one of their suboptions. */
		paymentOptionId: string;
		/** The session. */
		sessionId: string;
	};
	/** Identity document; only required by some methods, such as PIX. */
	IdentityDocument: {
		/** Number of the identity document. Up to 255 characters. */
		number?: string | null;
		/** Kind of document, such as CPF or PASSPORT. Up to 255 characters. */
		type?: string | null;
	};
	/** The agreement of a customer to later charges. */
	Mandate: {
		/** Another means of payment: `***` and the last four characters, as far as known. */
		account: string | null;
		/** The card, if it is one and was entered here. */
		card: {
			/** Card brand, such as VISA. */
			brand: string;
			/** Two digits. */
			expiryMonth: string;
			/** Four digits. */
			expiryYear: string;
			/** First six digits. */
			first6: string;
			/** Last four digits. */
			last4: string;
		} | null;
		/** When the customer agreed. */
		createdAt: string;
		/** The currency of its charges. */
		currency: string;
		/** As requested. */
		description: string | null;
		/** Until when it can be charged; null: until it is revoked. */
		expiresAt: string | null;
		/** The pay-in with which the customer agreed. */
		firstTransactionId: string;
		/** The last answer to a later charge. */
		lastUsedAt: string | null;
		/** Identifies the mandate. */
		mandateId: string;
		/** The most for each later charge; null: no limit. */
		maxAmount: number | null;
		/** The card network's id of that pay-in, if the provider tells it. */
		networkTransactionId: string | null;
		/** The payment option that is charged. */
		paymentOption: {
			/** Option or suboption. A later charge must name it. */
			id: string;
			/** Its display name. */
			name: string | null;
			/** Its type, such as CARD. */
			type: string | null;
		} | null;
		/** The provider that stored it. */
		provider: string;
		/** As requested. */
		reason: "RECURRING" | "INSTALLMENTS" | "UNSCHEDULED" | UnknownText;
		/** When it was revoked. */
		revokedAt: string | null;
		/** PENDING: the provider has not stored the means of payment yet. ACTIVE: it can be charged. The others are final. */
		status: "PENDING" | "ACTIVE" | "REVOKED" | "EXPIRED" | "FAILED" | UnknownText;
		/** Your id of the customer. */
		userId: string;
	};
	/** Asks the customer to agree to later charges, while they are absent. Needs `userId`. Once the pay-in is authorised or COMPLETED, the record has a `mandate`, and `mandate.active` is sent. With `amount: 0` nothing is charged. */
	MandateRequest: {
		/** What the customer agrees to, for your staff and for the customer. 1 to 255 characters, at least one of them visible. */
		description?: string | null;
		/** Until when it can be charged (RFC 3339, with its zone). Omitted: until it is revoked. */
		expiresAt?: string | null;
		/** The most for each later charge, in units of the currency, with no more decimals than the currency has and at most two for fiat. Omitted: no limit. */
		maxAmount?: number | null;
		/** RECURRING: a fixed amount at regular times. INSTALLMENTS: one purchase in parts. UNSCHEDULED: when something happens, such as a low balance. */
		reason: "RECURRING" | "INSTALLMENTS" | "UNSCHEDULED" | (string & {});
	};
	/** An input of an option. */
	OptionInput: {
		/** The label to show. */
		label: string;
		/** Its name in `paymentData`; `customer.…` is a field of the customer. */
		name: string;
		/** Whether it is required. */
		required: boolean;
		/** Its type, such as string. */
		type: string;
		/** The allowed values; empty: any value. */
		values: string[];
	};
	/** One line of the order. */
	OrderLine: {
		/** Further description. Up to 1000 characters. */
		description?: string | null;
		/** Height of one, in your unit. */
		height?: number | null;
		/** Length of one, in your unit. */
		length?: number | null;
		/** Name of the product. Up to 1000 characters. */
		productName?: string | null;
		/** Number of pieces. */
		quantity?: number | null;
		/** Rate of the tax in `unitPrice`, in per cent, with at most two decimals. */
		taxRate?: number | null;
		/** Price of one in units of the currency, with its tax; decimals as `amount`. Shipping is a line of its own. Prices are shown in the cashier and sent to Klarna only if every line has one and all lines together, price times quantity, are the amount. In the test environment `X-Order-Warning` says so if they are not. */
		unitPrice?: number | null;
		/** Weight of one, in your unit. */
		weight?: number | null;
		/** Width of one, in your unit. */
		width?: number | null;
	};
	/** Fields that are not listed are ignored, but they are part of the signed body. */
	PayinRequest: {
		/** Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too. */
		amount: number;
		browserInfo?: Schemas["BrowserInfo"] | null;
		/** automatic: charged at once (default). manual: authorised now, captured by POST /capture-payment. */
		captureMode?: "automatic" | "manual" | (string & {}) | null;
		/** Two-letter country code in upper case (ISO 3166-1). */
		country?: string | null;
		/** Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
		currency: string;
		customer?: Schemas["Customer"] | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra1?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra2?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra3?: string | null;
		/** Two-letter language code (ISO 639-1) of the cashier pages. */
		language?: string | null;
		mandate?: Schemas["MandateRequest"] | null;
		/** Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters. */
		merchantDomain?: string | null;
		/** Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters. */
		merchantReference?: string | null;
		/** Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters. */
		notificationUrl?: string | null;
		/** The order lines. The cashier lists those that have a name. */
		orderDetails?: Schemas["OrderLine"][] | null;
		paymentData?: Schemas["PaymentData"] | null;
		/** Payment option or suboption, from GET /v3/payment-options or /v3/payout-options. */
		paymentOptionId: string;
		/** Payment or invoice reference. Generated if omitted. Up to 255 characters. */
		paymentReference?: string | null;
		/** Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters. */
		redirectUrl?: string | null;
		shippingAddress?: Schemas["Address"] | null;
		/** Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters. */
		userId?: string | null;
	};
	/** Fields of the method, all strings of at most 255 characters. A new card: `cardNumber`, `expiryMonth`, `expiryYear` (two or four digits), `cardCvv` and `cardHolder`. A saved card: `token` and `cardCvv`, with the `userId` it was saved for. A later charge, the customer absent: `mandateId` alone. Nothing, if the card is entered on the page of the provider. Other pay-ins: SEPA direct debit `iban` and `accountHolder` (needed by real providers: without it `1005`); UPI `vpa` (optional); M-Pesa `phoneNumber`; crypto `network`; PIX none here, but `customer.document`; other methods none. Payouts: card `token`, or `cardNumber`, `expiryMonth`, `expiryYear` and `cardHolder`; SEPA `iban`, `accountHolder` and optionally `bic`; Indian bank `accountNumber`, `ifsc` and `accountHolder`; UPI `vpa`; PIX `pixKeyType` and `pixKey`; M-Pesa `phoneNumber`; wallet `walletId`; crypto `address` and `network`. A wrong field gets 400 with its name, and the cashier asks for a missing field. This does not hold for a pay-in by card. Fields that do not belong to the method are ignored. Never stored in clear. */
	PaymentData: {
		/** Name of the account holder. */
		accountHolder?: string | null;
		/** Account number, 9 to 18 digits. */
		accountNumber?: string | null;
		/** Address on the main network, with a correct checksum: Base58Check or Bech32 (bitcoin), EIP-55 if it has upper and lower case letters (ethereum), Base58Check (tron). */
		address?: string | null;
		/** BIC of the bank, 8 or 11 characters. */
		bic?: string | null;
		/** Security code: 4 digits for American Express, else 3. Never stored. Not for payouts. */
		cardCvv?: string | null;
		/** Name on the card. */
		cardHolder?: string | null;
		/** Card number, 12 to 19 digits. Must pass the Luhn check. */
		cardNumber?: string | null;
		/** Month in which the card expires, 1 to 12. */
		expiryMonth?: string | null;
		/** Year in which the card expires: not in the past, and at most 50 years ahead. Four digits are recommended; two digits mean 2000 to 2099. */
		expiryYear?: string | null;
		/** Account in a SEPA country, with or without spaces. Its check digits must be correct. */
		iban?: string | null;
		/** Indian branch code: four letters, a zero, six letters or digits. */
		ifsc?: string | null;
		/** A later charge of this mandate, in `POST /v3/payment` alone: no other field may come with it. */
		mandateId?: string | null;
		/** Network of the currency. BTC: `bitcoin`. USDT: `tron` or `ethereum`. */
		network?: string | null;
		/** Kenyan mobile number in E.164. */
		phoneNumber?: string | null;
		/** CPF or CNPJ with correct check digits, an e-mail address of at most 77 characters, a mobile number in E.164, or a UUID. */
		pixKey?: string | null;
		/** Kind of `pixKey`: CPF, CNPJ, EMAIL, PHONE or RANDOM. */
		pixKeyType?: string | null;
		/** Saved card, instead of the fields of a new card. */
		token?: string | null;
		/** UPI address: name@handle. */
		vpa?: string | null;
		/** The recipient's id in the wallet. */
		walletId?: string | null;
	};
	/** receipt and info: where and what to pay. Only the fields that apply are present. */
	PaymentDetails: {
		/** The account number, if it is not an IBAN. */
		accountNumber?: string;
		/** The amount, in units of the currency. */
		amount: number;
		/** Code of the bank, such as an IFSC in India. */
		bankCode?: string;
		/** Name of the recipient. */
		beneficiary: string;
		/** BIC of the bank. */
		bic?: string;
		/** The branch of the bank. */
		branchCode?: string;
		/** Currency of the amount. */
		currency: string;
		/** Pay before this time. */
		expiresAt: string;
		/** The IBAN. */
		iban?: string;
		/** The reference that the payer must state. */
		reference: string;
	};
	/** A payment link. */
	PaymentLink: {
		/** The amount to pay. */
		amount: number;
		/** Address of the payment page. Send it to the payer. */
		cashierUrl: string;
		/** Country of the payer; null: the payer chooses it. */
		country: string | null;
		/** When the link was created. */
		createdAt: string;
		/** Currency code. */
		currency: string;
		/** What the payment is for. */
		description: string;
		/** When it was paid, was cancelled or expired; null: it is open. */
		endedAt: string | null;
		/** When the link expires. */
		expiresAt: string;
		/** Always 1. */
		maxPayments: number;
		/** Your reference, or the one that was generated. */
		merchantReference: string;
		/** open: it can be paid, or is being paid. declined: every attempt was declined, and no further one is accepted. */
		state: "open" | "paid" | "expired" | "cancelled" | "declined" | UnknownText;
		/** The pay-in of the link; it also names the link. */
		transactionId: string;
	};
	/** The fields of a session, and how long the link is valid. Fields that are not listed are ignored, but they are part of the signed body. */
	PaymentLinkRequest: {
		/** Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too. */
		amount: number;
		/** automatic: charged at once (default). manual: authorised now, captured by POST /capture-payment. */
		captureMode?: "automatic" | "manual" | (string & {}) | null;
		/** Two-letter country code in upper case (ISO 3166-1). */
		country?: string | null;
		/** Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
		currency: string;
		customer?: Schemas["SessionCustomer"] | null;
		/** What the payment is for. The payer sees it, unless `orderDetails` says more. 1 to 120 characters, at least one of them visible. */
		description?: string | null;
		/** How long the link can be paid, in seconds: 3600 (1 hour) to 2592000 (30 days). Default 604800 (7 days). */
		expiresIn?: number | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra1?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra2?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra3?: string | null;
		/** Two-letter language code (ISO 639-1) of the cashier pages. */
		language?: string | null;
		mandate?: Schemas["MandateRequest"] | null;
		/** How many payments the link takes: always 1. Make a link for each payment. */
		maxPayments?: number | null;
		/** Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters. */
		merchantDomain?: string | null;
		/** Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters. */
		merchantReference?: string | null;
		/** Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters. */
		notificationUrl?: string | null;
		/** The order lines. The cashier lists those that have a name. */
		orderDetails?: Schemas["OrderLine"][] | null;
		/** Payment or invoice reference. Generated if omitted. Up to 255 characters. */
		paymentReference?: string | null;
		/** Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters. */
		redirectUrl?: string | null;
		shippingAddress?: Schemas["Address"] | null;
		/** Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters. */
		userId?: string | null;
	};
	/** A place where the customer can pay. */
	PaymentLocation: {
		/** Street and number. */
		address: string;
		/** City. */
		city: string;
		/** Address of a map of the place. */
		mapUrl: string;
		/** The shop. */
		name: string;
	};
	/** A payment or payout option. */
	PaymentOption: {
		/** Empty with `excludeCountries=true`. */
		availableCountries: {
			/** Two-letter country code, WORLDWIDE or ANY. */
			code: string;
			/** Currency codes. */
			currencies: string[];
		}[];
		/** Send it as `paymentOptionId`. */
		id: string;
		/** Logo address; may be empty. */
		logo: string;
		/** Display name. */
		name: string;
		/** Banks, wallets or networks; you can send the id of a suboption as `paymentOptionId`. */
		suboptions: {
			/** Send it as `paymentOptionId`. */
			id: string;
			/** Logo address; may be empty. */
			logo: string;
			/** Display name. */
			name: string;
			/** Option type: CARD, OPEN_BANKING, BANK_TRANSFER, DIRECT_DEBIT, WALLET, MOBILE_MONEY, UPI, PIX, CASH_VOUCHER, P2P or CRYPTO. */
			type: string;
		}[];
		/** Option type: CARD, OPEN_BANKING, BANK_TRANSFER, DIRECT_DEBIT, WALLET, MOBILE_MONEY, UPI, PIX, CASH_VOUCHER, P2P or CRYPTO. */
		type: string;
	};
	/** The payout of the provider that has its charge; null: none yet. */
	PaymentSettlement: {
		/** The currency of the payout. */
		currency: string;
		/** What the provider kept of it. */
		fee: number;
		/** What was charged, in the currency of the payout. */
		gross: number;
		/** `gross` less `fee`. */
		net: number;
		/** When the provider pays it out; null: not yet. */
		paidAt: string | null;
		/** The settlement. */
		settlementId: string;
	};
	/** Fields that are not listed are ignored. Only the first three are required. */
	PayoutRequest: {
		/** Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too. */
		amount: number;
		/** Two-letter country code in upper case (ISO 3166-1). */
		country?: string | null;
		/** Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
		currency: string;
		customer?: Schemas["Customer"] | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra1?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra2?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra3?: string | null;
		/** Two-letter language code (ISO 639-1) of the cashier pages. */
		language?: string | null;
		/** Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters. */
		merchantDomain?: string | null;
		/** Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters. */
		merchantReference?: string | null;
		/** Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters. */
		notificationUrl?: string | null;
		/** The order lines. The cashier lists those that have a name. */
		orderDetails?: Schemas["OrderLine"][] | null;
		paymentData?: Schemas["RecipientData"] | null;
		/** Payment option or suboption, from GET /v3/payment-options or /v3/payout-options. */
		paymentOptionId: string;
		/** Payment or invoice reference. Generated if omitted. Up to 255 characters. */
		paymentReference?: string | null;
		/** Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters. */
		redirectUrl?: string | null;
		shippingAddress?: Schemas["Address"] | null;
		/** Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters. */
		userId?: string | null;
	};
	/** What a provider pays out to the bank account of the merchant. */
	ProviderSettlement: {
		/** The brand's account at the provider; null: the sandbox, which needs none. */
		accountId: string | null;
		/** The credit on the bank account of the brand; null: not found. */
		bankEntryId: string | null;
		/** Sum of the charges. All sums are signed as they change what is paid out. */
		charges: number;
		/** Its currency. */
		currency: string;
		/** Sum of the disputes, and of those that were given back. */
		disputes: number;
		/** Sum of all fees: below zero where the provider takes them. */
		fees: number;
		/** How many lines it has. */
		lines: number;
		/** What the provider pays out. */
		net: number;
		/** Sum of the lines of other kinds. */
		other: number;
		/** When the provider pays it out; null: not yet. */
		paidAt: string | null;
		/** The provider that pays it out. */
		provider: string;
		/** The provider's own id of the payout: `po_…`, or a batch number. */
		reference: string;
		/** Sum of the refunds, and of refunds that failed later. */
		refunds: number;
		/** Id of the settlement. */
		settlementId: string;
		/** open: its credit is not found at the bank. paid: it is. conflict: the payout failed, or is not the sum of its lines. */
		state: "open" | "paid" | "conflict" | UnknownText;
	};
	/** The recipient, in the fields of the method, all strings. Wrong fields are refused. The cashier asks for missing fields, even if the object is empty. Stored encrypted, and only until the payout has ended. */
	RecipientData: {
		/** SEPA and Indian bank: name of the account holder. */
		accountHolder?: string | null;
		/** Indian bank: the account number. */
		accountNumber?: string | null;
		/** Crypto: the address; its checksum is checked. */
		address?: string | null;
		/** SEPA: the BIC of the bank; optional. */
		bic?: string | null;
		/** Card: the name on it. */
		cardHolder?: string | null;
		/** Card: the number, 12 to 19 digits. Must pass the Luhn check. */
		cardNumber?: string | null;
		/** Card: the month in which it expires, 1 to 12. */
		expiryMonth?: string | null;
		/** Card: the year in which it expires, not in the past and at most 50 years ahead. Four digits are recommended; two digits mean 2000 to 2099. */
		expiryYear?: string | null;
		/** SEPA: the IBAN. Its checksum is checked. */
		iban?: string | null;
		/** Indian bank: the IFSC of the branch, such as HDFC0000001. */
		ifsc?: string | null;
		/** Crypto: bitcoin for BTC, tron or ethereum for USDT. */
		network?: string | null;
		/** M-Pesa: the number, as +254… (E.164). */
		phoneNumber?: string | null;
		/** PIX: a key of that type. */
		pixKey?: string | null;
		/** PIX: CPF, CNPJ, EMAIL, PHONE or RANDOM. */
		pixKeyType?: string | null;
		/** Card: the token of a saved card instead of the four fields above, with the `userId` it was saved for. */
		token?: string | null;
		/** UPI: the address, such as name@bank. */
		vpa?: string | null;
		/** Wallet: the recipient's id in the wallet. */
		walletId?: string | null;
	};
	/** An address as it was sent. */
	RecordedAddress: {
		/** As sent. */
		city: string | null;
		/** As sent. */
		country: string | null;
		/** As sent. */
		state: string | null;
		/** As sent. */
		street: string | null;
		/** As sent. */
		streetNumber: string | null;
		/** As sent. */
		zipCode: string | null;
	};
	/** As sent or as stored before, with e-mail, phone and document number masked. */
	RecordedCustomer: {
		address: Schemas["RecordedAddress"] | null;
		/** Identity document. */
		document: {
			/** Masked: the last two characters. */
			number: string | null;
			/** As sent. */
			type: string | null;
		} | null;
		/** Masked, such as a***@example.com. */
		email: string | null;
		/** As sent. */
		firstName: string | null;
		/** As sent. */
		ip: string | null;
		/** As sent. */
		lastName: string | null;
		/** As sent, in v2 and sessions. */
		name: string | null;
		/** Masked: the first three and the last two characters. */
		phone: string | null;
		/** As sent. */
		userAgent: string | null;
		/** As sent. */
		userDevice: string | null;
	};
	/** A refund of a pay-in. */
	Refund: {
		/** In units of the currency. */
		amount: number;
		/** ISO 8601, UTC. */
		createdAt: string;
		/** Who made it: you, or somebody at the provider. */
		origin: "merchant" | "provider" | UnknownText;
		/** As requested. */
		reason: "DUPLICATE" | "FRAUD" | "CUSTOMER_REQUEST" | "RETURN" | "OTHER" | UnknownText | null;
		/** Identifies the refund. */
		refundId: string;
		/** Your reference of the refund. */
		refundReference: string | null;
		/** COMPLETED and FAILED are final. */
		status: "PENDING" | "COMPLETED" | "FAILED" | UnknownText;
	};
	/** A refund was accepted. */
	RefundAnswer: {
		/** The refunded amount, in units of the currency. */
		amount: number;
		/** What is left to refund after this refund: paid, less refunds, less what disputes withhold or took. The same in each replay. */
		amountRefundable: number;
		/** Identifies the refund; see `refunds` of the record. */
		refundId: string;
		/** The status code as text. */
		result: string;
		/** The first status of every refund. COMPLETED or FAILED follows by webhook. */
		status: "PENDING" | UnknownText;
		/** Always `000`: accepted. */
		statusCode: string;
		/** The pay-in. */
		transactionId: string;
	};
	/** Fields that are not listed are ignored, but they are part of the signed body. */
	RefundRequest: {
		/** The amount, in units of the pay-in's currency; more than 0, with no more decimals than the currency has and at most two for fiat. Omitted: the whole remaining amount. */
		amount?: number | null;
		/** The country the pay-in was made with, as two letters in upper case. Required if the reference exists for several countries. */
		country?: string | null;
		/** Optional check: must be the currency of the pay-in. */
		currency?: string | null;
		/** Refund also while a dispute of the pay-in withholds its money, or is LOST. The payer then gets it twice. Omitted or false: such a refund is refused with 5003. */
		despiteDispute?: boolean | null;
		/** Your reference of the pay-in to refund. 1 to 255 characters. */
		merchantReference: string;
		/** The reason. Returned in the record and in webhooks. */
		reason?: "DUPLICATE" | "FRAUD" | "CUSTOMER_REQUEST" | "RETURN" | "OTHER" | (string & {}) | null;
		/** Your reference, unique for the brand. A second call with it for the same pay-in makes no second refund, but gets the answer of the first. With it you can safely retry after a lost answer. Required if the brand signs all requests. 1 to 255 characters. */
		refundReference?: string | null;
	};
	/** Fields that are not listed are ignored. */
	RevokeMandateRequest: {
		/** Why, for the audit log. 1 to 255 characters, at least one of them visible. */
		reason?: string | null;
	};
	/** What the sandbox pays out. */
	SandboxSettlement: {
		/** The brand's account at the provider; null: the sandbox, which needs none. */
		accountId: string | null;
		/** The credit on the bank account of the brand; null: not found. */
		bankEntryId: string | null;
		/** Sum of the charges. All sums are signed as they change what is paid out. */
		charges: number;
		/** Its currency. */
		currency: string;
		/** Sum of the disputes, and of those that were given back. */
		disputes: number;
		/** Sum of all fees: below zero where the provider takes them. */
		fees: number;
		/** The settlements of other currencies. Absent if there is one currency. */
		further?: Schemas["ProviderSettlement"][];
		/** How many lines it has. */
		lines: number;
		/** What the provider pays out. */
		net: number;
		/** Sum of the lines of other kinds. */
		other: number;
		/** When the provider pays it out; null: not yet. */
		paidAt: string | null;
		/** The provider that pays it out. */
		provider: string;
		/** The provider's own id of the payout: `po_…`, or a batch number. */
		reference: string;
		/** Sum of the refunds, and of refunds that failed later. */
		refunds: number;
		/** Id of the settlement. */
		settlementId: string;
		/** open: its credit is not found at the bank. paid: it is. conflict: the payout failed, or is not the sum of its lines. */
		state: "open" | "paid" | "conflict" | UnknownText;
	};
	/** A card that a customer saved with a payment. */
	SavedCard: {
		/** Card brand, such as VISA. */
		brand: string;
		/** When it was saved. */
		createdAt: string;
		/** Two digits. */
		expiryMonth: string;
		/** Four digits. */
		expiryYear: string;
		/** First six digits. */
		first6: string;
		/** Last four digits. */
		last4: string;
		/** When a payment with it last completed, among the customer's latest 200 transactions. If none did: when it was saved. */
		lastUsedAt: string;
		/** Send it as `paymentData.token` to charge the card again. It works for this customer only. */
		token: string;
		/** Your id of the customer. */
		userId: string;
	};
	/** The person who pays or is paid, in v2 and session requests. Missing fields are filled from the stored profile of the same userId. */
	SessionCustomer: {
		address?: Schemas["Address"] | null;
		document?: Schemas["IdentityDocument"] | null;
		/** E-mail address. 4 to 255 characters. */
		email?: string | null;
		/** First name. 1 to 255 characters. */
		firstName?: string | null;
		/** IPv4 or IPv6 address of the customer's device, not of your server. */
		ip?: string | null;
		/** Last name. 1 to 255 characters. */
		lastName?: string | null;
		/** Full name, instead of firstName and lastName. 1 to 255 characters. */
		name?: string | null;
		/** Phone number, if possible with the international dialling code. 3 to 255 characters. */
		phone?: string | null;
		/** User-Agent header of the customer's browser. Up to 512 characters. */
		userAgent?: string | null;
		/** Kind of device the customer uses. */
		userDevice?: "MOBILE" | "DESKTOP" | "TABLET" | (string & {}) | null;
	};
	/** The fields of a direct request without paymentOptionId and paymentData, which the cashier asks for. Fields that are not listed are ignored, but they are part of the signed body. */
	SessionRequest: {
		/** Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too. */
		amount: number;
		/** automatic: charged at once (default). manual: authorised now, captured by POST /capture-payment. */
		captureMode?: "automatic" | "manual" | (string & {}) | null;
		/** Two-letter country code in upper case (ISO 3166-1). */
		country?: string | null;
		/** Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
		currency: string;
		customer?: Schemas["SessionCustomer"] | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra1?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra2?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra3?: string | null;
		/** Two-letter language code (ISO 639-1) of the cashier pages. */
		language?: string | null;
		mandate?: Schemas["MandateRequest"] | null;
		/** Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters. */
		merchantDomain?: string | null;
		/** Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters. */
		merchantReference?: string | null;
		/** Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters. */
		notificationUrl?: string | null;
		/** The order lines. The cashier lists those that have a name. */
		orderDetails?: Schemas["OrderLine"][] | null;
		/** Payment or invoice reference. Generated if omitted. Up to 255 characters. */
		paymentReference?: string | null;
		/** Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters. */
		redirectUrl?: string | null;
		shippingAddress?: Schemas["Address"] | null;
		/** Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters. */
		userId?: string | null;
	};
	/** The answer in the legacy form: string codes, no nested result. */
	SettleResult: {
		/** Why it was not processed; absent if you declined it. The guide lists all error codes. */
		errorCode?: string;
		/** The text of the error code. */
		errorReason?: string;
		/** "Payout approved" or "Payout could not be processed". */
		result: string;
		/** Current status of the payout. PENDING: the balance was too low, and the payout can be approved later. */
		status: "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | UnknownText;
		/** A string: 000 accepted, 999 declined or not possible now. */
		statusCode: "000" | "999" | UnknownText;
		/** Id of the payout; only with 000. */
		transactionId?: string;
	};
	/** The suboptions of an option. */
	Suboptions: {
		/** The available suboptions. */
		result: {
			/** The suboptions; empty if the option has none. */
			options: {
				/** The inputs of the suboption; may be empty. */
				formInputs: Schemas["OptionInput"][];
				/** Send it as `optionId`. */
				id: string;
				/** Logo address, or null. */
				logo: string | null;
				/** Display name. */
				name: string;
				/** Id of the same suboption in v3. */
				uuid: string;
			}[];
			/** As sent. */
			paymentOptionId: string;
			/** The session. */
			sessionId: string;
			/** Identifies the transaction of the session. */
			transactionId: string;
		};
		/** Tells you to choose a suboption. */
		resultType: "option_choice" | UnknownText;
		/** A string. */
		statusCode: "085" | UnknownText;
	};
	/** An option of a session. */
	SuboptionsRequest: {
		/** One of the options that the session offers, or one of their suboptions. */
		paymentOptionId: string;
		/** The session. */
		sessionId: string;
	};
	/** A field without a value is null, never left out. */
	Transaction: {
		/** In units of the currency. */
		amount: number;
		/** What was authorised, in units of the currency; 0 before. */
		amountAuthorized: number;
		/** Sum of completed captures; without captures, the amount of a completed pay-in. */
		amountCaptured: number;
		/** Sum of pending and completed refunds, in units of the currency. */
		amountRefunded: number;
		/** The brand it belongs to. */
		brandId: string;
		/** Until when an authorised pay-in can be captured. */
		captureBefore: string | null;
		/** Charged at once, or authorised first and captured later; null for payouts. */
		captureMode: "automatic" | "manual" | UnknownText | null;
		/** Every capture of an authorised pay-in, oldest first. */
		captures: Schemas["Capture"][];
		/** The parts of the card that may be shown. */
		card: {
			/** Card brand, such as VISA. */
			brand: string;
			/** Two digits. */
			expiryMonth: string;
			/** Four digits. */
			expiryYear: string;
			/** First six digits. */
			first6: string;
			/** Last four digits. */
			last4: string;
			/** Token of the saved card, after a completed payment with a userId. */
			token: string | null;
		} | null;
		/** Address of the payment page of a session or a payment link, while it can be used; null: the payment has ended, the address has expired, or there is none. The address for a payout is only shown to keys with the scope `payouts`. */
		cashierUrl: string | null;
		/** When the status became final. */
		completedAt: string | null;
		/** Two-letter country code. */
		country: string | null;
		/** ISO 8601, UTC. */
		createdAt: string;
		/** Currency code. */
		currency: string;
		customer: Schemas["RecordedCustomer"] | null;
		/** Every dispute of a pay-in, oldest first. */
		disputes: Schemas["Dispute"][];
		/** The error code, four digits. The guide lists all error codes. */
		errorCode: string | null;
		/** The text of the error code. */
		errorReason: string | null;
		/** When the instructions or the link expire. */
		expiresAt: string | null;
		/** Yours. */
		extra1: string | null;
		/** Yours. */
		extra2: string | null;
		/** Yours. */
		extra3: string | null;
		/** MERCHANT: a later charge of a mandate, while the customer was absent; null for payouts. */
		initiator: "CUSTOMER" | "MERCHANT" | UnknownText | null;
		/** The money arrived after the transaction had expired or been cancelled. */
		lateSuccess: boolean;
		/** The mandate to which the customer agreed with this pay-in, from when it is ACTIVE; in a later charge the mandate that it used. */
		mandate: {
			/** Identifies the mandate. */
			mandateId: string;
			/** Only an ACTIVE mandate can be charged. */
			status: "PENDING" | "ACTIVE" | "REVOKED" | "EXPIRED" | "FAILED" | UnknownText;
		} | null;
		/** Your reference. */
		merchantReference: string;
		/** The payment or payout option. */
		paymentOption: {
			/** Option or suboption, as requested. */
			id: string;
			/** Its display name; null for an unknown id. */
			name: string | null;
			/** Its type, such as CARD. */
			type: string | null;
		} | null;
		/** Payment or invoice reference. */
		paymentReference: string;
		/** The payment network's reference. */
		providerReference: string | null;
		/** Recipient of a payout, as soon as it is known; null for pay-ins. */
		recipient: {
			/** IBAN, account, card, key, phone or address: `***` and its last four characters. */
			account: string | null;
			/** Name of the account or card holder, as sent; null if the method has none. */
			name: string | null;
		} | null;
		/** Address to which the customer returns. */
		redirectUrl: string | null;
		/** Every refund of a pay-in, oldest first. */
		refunds: Schemas["Refund"][];
		/** Result type of the latest business result. */
		resultType: "success" | "redirect" | "declined" | "error" | "form" | "qrcode" | "receipt" | "info" | "barcode" | "fawry" | "mobile" | UnknownText | null;
		/** What the merchant should do next. */
		retryAdvice: "DO_NOT_RETRY" | "RETRY_LATER" | "OTHER_METHOD" | "FIX_DATA" | "RECONCILE" | UnknownText | null;
		/** A payout or debit that came back after it was COMPLETED. */
		returned: {
			/** In units of the currency. */
			amount: number;
			/** When it came back. */
			at: string;
			/** In the words of the bank. */
			reason: string | null;
		} | null;
		/** Id of its session. */
		sessionId: string;
		settlement: Schemas["PaymentSettlement"] | null;
		/** COMPLETED, DECLINED and ERROR are final; only COMPLETED is success. */
		status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR" | UnknownText;
		/** Result type of the latest business result. */
		statusCode: number | null;
		/** 3-D Secure, if it was used. */
		threeDS: {
			/** Whether the cardholder had to authenticate. */
			flow: "CHALLENGE" | "FRICTIONLESS" | UnknownText;
			/** PENDING, AUTHENTICATED, FAILED, ABANDONED or UNAVAILABLE. */
			status: string;
		} | null;
		/** Every status change, oldest first. */
		timeline: {
			/** Who changed the status. */
			actor: string;
			/** When the status changed. */
			at: string;
			/** Status before; null for the first entry. */
			from: string | null;
			/** Why the status changed. */
			reason: string | null;
			/** Status after. */
			to: string;
		}[];
		/** Identifies the transaction. */
		transactionId: string;
		/** Pay-in or payout. */
		type: "PAYIN" | "PAYOUT" | UnknownText;
		/** ISO 8601, UTC. */
		updatedAt: string;
		/** Your id of the customer. */
		userId: string;
	};
	/** A payment or payout option, as v2 shows it. */
	V2Option: {
		/** The inputs of the option; may be empty. */
		extraData: Schemas["OptionInput"][];
		/** Logo address, or null. */
		logo: string | null;
		/** Display name. */
		name: string;
		/** Send it with the next calls. */
		paymentOptionId: string;
	};
	/** A cashier link with the choice preselected. */
	V2Redirect: {
		/** The link where the customer continues. */
		result: {
			/** Send the customer to exactly this address. */
			redirectUrl: string;
			/** Identifies the transaction of the session. */
			transactionId: string;
		};
		/** The customer continues in the cashier. */
		resultType: "redirect" | UnknownText;
		/** A string. */
		statusCode: "300" | UnknownText;
	};
	/** The fields of a direct request without paymentOptionId and paymentData. Country, currency and amount are required. Fields that are not listed are ignored. */
	V2SessionRequest: {
		/** Amount in units of the currency (not cents), a JSON number of at least 0 and at most 999,999,999,999.99. Fiat: at most two decimals, and no more than the currency has (JPY none). BTC: at most 8, USDT: at most 6. The limits of the payment option apply too. */
		amount: number;
		/** automatic: charged at once (default). manual: authorised now, captured by POST /capture-payment. */
		captureMode?: "automatic" | "manual" | (string & {}) | null;
		/** Two-letter country code in upper case (ISO 3166-1). */
		country: string;
		/** Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
		currency: string;
		customer?: Schemas["SessionCustomer"] | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra1?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra2?: string | null;
		/** Free text of yours; returned in records and webhooks. Up to 255 characters. */
		extra3?: string | null;
		/** Two-letter language code (ISO 639-1) of the cashier pages. */
		language?: string | null;
		mandate?: Schemas["MandateRequest"] | null;
		/** Required for payment-facilitator brands: exactly one of the domains configured for the brand. Up to 255 characters. */
		merchantDomain?: string | null;
		/** Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with the first transactionId. Generated if omitted; required if the brand signs all requests. Up to 255 characters. */
		merchantReference?: string | null;
		/** Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public host. Up to 500 characters. */
		notificationUrl?: string | null;
		/** The order lines. The cashier lists those that have a name. */
		orderDetails?: Schemas["OrderLine"][] | null;
		/** Payment or invoice reference. Generated if omitted. Up to 255 characters. */
		paymentReference?: string | null;
		/** Address to which the customer returns: absolute http or https, without credentials. The return does not prove a payment; wait for the webhook. Up to 500 characters. */
		redirectUrl?: string | null;
		shippingAddress?: Schemas["Address"] | null;
		/** Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted. Up to 255 characters. */
		userId?: string | null;
	};
}
