// Made by `npm run openapi`; not to be edited.

export interface paths {
    "/portal/api/brands/{brandId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description The newest first, each with its address and how it stands.
         */
        get: operations["listLinks"];
        put?: never;
        /**
         * Make a payment link
         * @description The address of a hosted payment page. No link is made that nobody could pay.
         */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/links/{transactionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment link
         * @description Refused where it was paid, or where a payment is just being made by it.
         */
        post: operations["cancelLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/links/{transactionId}/qr.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw the QR code of a payment link
         * @description The address of the link as a picture.
         */
        get: operations["showLinkQrCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description Those that wait for their approval come first, then the others; the newest first in each.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Make a payout
         * @description Every fault is told at once, each with its field; then nothing was made.
         */
        post: operations["createPortalPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/payouts/file/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look through a file of payouts
         * @description Names each fault by line and column. Makes nothing.
         */
        post: operations["checkPayoutFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/payouts/file/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the payouts of a file
         * @description Makes a part of a file that is right as a whole, else nothing. What is there already under its reference is left alone, so a part may be sent again.
         */
        post: operations["sendPayoutFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/payouts/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ways of paying out
         * @description The options that the brand has switched on and a provider serves.
         */
        get: operations["listPayoutOptionsOfBrand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/payouts/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or decline payouts
         * @description Each is decided by itself. Where the brand has four eyes, what somebody made is approved by another person: those are refused, the others go on.
         */
        post: operations["settlePayouts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/payouts/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts that wait for their approval
         * @description The oldest first, each with what an approver asks of it.
         */
        get: operations["listWaitingPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who is signed in
         * @description The user, the merchant, its brands, and what the role may do.
         */
        get: operations["showSession"];
        put?: never;
        /**
         * Sign in
         * @description Ten wrong passwords in a row lock a user for fifteen minutes.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends this session in every process at once.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What stands in a file. */
        CheckedPayoutFile: {
            /** @description How many there are. */
            faultCount: number;
            /** @description The first 200; empty: the file is right. */
            faults: {
                /** @description Which cell; null: the line as a whole. */
                column: string | null;
                /** @description As an editor counts them; the names are line 1. */
                line: number;
                /** @description What is wrong and what to do. */
                message: string;
            }[];
            /** @description The lines that are right. */
            payouts: {
                /** @description What is paid. */
                amount: number;
                /** @description Where to. */
                country: string | null;
                /** @description Currency code. */
                currency: string;
                /** @description As an editor counts them; the names are line 1. */
                line: number;
                /** @description Made before, so it is left alone; null: it is new. */
                madeBefore: string | null;
                /** @description Its reference. */
                merchantReference: string;
                /** @description How it is paid. */
                method: string;
            }[];
            /** @description The new ones by currency. */
            totals: {
                /** @description Of the new ones together. */
                amount: number;
                /** @description What the brand has. */
                available: number;
                /** @description How many are new. */
                count: number;
                /** @description Currency code. */
                currency: string;
            }[];
        };
        /** @description The body of every HTTP error. */
        Error: {
            /** @description errorCode 5001: what is left to refund of the pay-in. */
            amountRefundable?: number;
            /** @description Why, in four digits. The guide lists all error codes. */
            errorCode?: string;
            /** @description The errorCode of a refused refund in words. */
            errorReason?: string;
            /** @description What is wrong. For a validation failure an array with every fault, each naming its field by a dotted path. */
            message: string | string[];
            /** @description Also in the X-Request-Id header. Name it when you ask for help. */
            requestId: string;
            /** @description The HTTP status once more. */
            statusCode: number;
            /** @description Test environment, 403 only: the first 2,000 characters of what the signature is checked over. */
            stringToSign?: string;
            /**
             * Format: uuid
             * @description The transaction to look at, such as the first under a duplicate reference.
             */
            transactionId?: string;
        };
        /** @description The payout that was made. */
        MadePayout: {
            /** @description Why it was declined; null: it was not. */
            errorCode: string | null;
            /** @description The same in words. */
            errorReason: string | null;
            /** @description Its reference. */
            merchantReference: string;
            /**
             * @description PENDING: it waits for its approval.
             * @enum {string}
             */
            status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR";
            /**
             * Format: uuid
             * @description The payout.
             */
            transactionId: string;
        };
        /** @description A payment link. */
        PaymentLink: {
            /** @description What is asked for. */
            amount: number;
            /** @description Where the payer is; null: the payer says. */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Currency code. */
            currency: string;
            /** @description What for, as the payer reads it. */
            description: string;
            /** @description Of the customer; null: none was given. */
            email: string | null;
            /** @description When it was paid, cancelled or over; null: it is open. */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description Until when it can be paid.
             */
            expiresAt: string;
            /** @description Somebody has begun to pay, and the outcome is not there yet. */
            isBeingPaid: boolean;
            /** @description Who made it. */
            madeBy: string;
            /** @description The reference. */
            merchantReference: string;
            /**
             * @description declined: every attempt was, and no more is taken.
             * @enum {string}
             */
            state: "open" | "paid" | "expired" | "cancelled" | "declined";
            /**
             * Format: uuid
             * @description The pay-in of the link.
             */
            transactionId: string;
            /** @description Where it is paid. */
            url: string;
        };
        /** @description A field of a method. */
        PayoutField: {
            /** @description As people call it. */
            label: string;
            /** @description In paymentData, and as the column of a file. */
            name: string;
            /** @description Whether it has to be filled in. */
            required: boolean;
            /** @description What it may be; empty: any text. */
            values: string[];
        };
        /** @description How the brand may pay out. */
        PayoutOptions: {
            /** @description Payouts in one file at most. */
            mostLines: number;
            /** @description In the order in which they are shown. */
            options: {
                /** @description Where; empty: everywhere. */
                countries: string[];
                /** @description In which currencies. */
                currencies: {
                    /** @description Currency code. */
                    code: string;
                    /** @description What is asked for in this currency. */
                    fields: components["schemas"]["PayoutField"][];
                }[];
                /**
                 * Format: uuid
                 * @description The option.
                 */
                id: string;
                /** @description Name. */
                name: string;
                /** @description Kind of method. */
                type: string;
            }[];
        };
        /** @description A payout in the list. */
        PortalPayout: {
            /** @description What is paid. */
            amount: number;
            /** @description Where to; null: not named. */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Currency code. */
            currency: string;
            /** @description Who approved it or turned it down; null: nobody did, or nobody has to. */
            decision: {
                /**
                 * @description What was decided.
                 * @enum {string}
                 */
                action: "approved" | "declined" | "cancelled";
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                /** @description Who. */
                by: {
                    /**
                     * @description user: somebody in the portal. api: whoever has the API key.
                     * @enum {string}
                     */
                    kind: "user" | "api" | "operator";
                    /** @description As it was then. */
                    name: string;
                };
            } | null;
            /** @description Why it was declined; null: it was not. */
            errorCode: string | null;
            /** @description The same in words. */
            errorReason: string | null;
            /**
             * Format: date-time
             * @description Until when it can be approved; null: it does not wait.
             */
            expiresAt: string | null;
            /** @description Who. */
            maker: {
                /**
                 * @description user: somebody in the portal. api: whoever has the API key.
                 * @enum {string}
                 */
                kind: "user" | "api" | "operator";
                /** @description As it was then. */
                name: string;
            };
            /** @description The reference of the merchant. */
            merchantReference: string;
            /** @description How, in a word; null: the recipient has not chosen. */
            method: string | null;
            /** @description Who is paid. */
            recipient: {
                /** @description Masked but for its last four characters; null: not known. */
                account: string | null;
                /** @description As it was given; null: none was. */
                name: string | null;
            };
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR";
            /**
             * Format: uuid
             * @description The payout.
             */
            transactionId: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description The customer as the merchant named it; null: none was named. */
            userId: string | null;
        };
        /** @description What became of a part of the file. */
        SentPayoutFilePart: {
            /** @description One for each line of the part. */
            lines: {
                /** @description Why it was declined. */
                errorCode: string | null;
                /** @description The same in words. */
                errorReason: string | null;
                /** @description As an editor counts them; the names are line 1. */
                line: number;
                /** @description Its reference. */
                merchantReference: string;
                /** @description Why it was refused. */
                message: string | null;
                /**
                 * @description made-before: it was there already, and nothing was made. refused: nothing was made.
                 * @enum {string}
                 */
                outcome: "made" | "made-before" | "refused";
                /** @description Where it stands. */
                status: string | null;
                /** @description The payout. */
                transactionId: string | null;
            }[];
            /** @description `from` of the next part; null: that was the last one. */
            next: number | null;
        };
        /** @description Who is signed in and what that person may do. */
        Session: {
            /** @description Brands of the merchant, by name. */
            brands: {
                /** @description false: it takes no new transactions. */
                active: boolean;
                /**
                 * Format: uuid
                 * @description The brand.
                 */
                id: string;
                /** @description Name. */
                name: string;
                /** @description IANA name; every time on a screen is of this zone. */
                timeZone: string;
            }[];
            /**
             * @description In test no money moves.
             * @enum {string}
             */
            environment: "test" | "production";
            /** @description Whose people the user belongs to. */
            merchant: {
                /**
                 * Format: uuid
                 * @description The merchant.
                 */
                id: string;
                /** @description Name. */
                name: string;
            };
            /** @description What the role may do. */
            permissions: string[];
            /** @description Who is signed in. */
            user: {
                /** @description E-mail address. */
                email: string;
                /**
                 * Format: uuid
                 * @description The user.
                 */
                id: string;
                /** @description Name, or the e-mail address where none was given. */
                name: string;
                /**
                 * @description What the user may be.
                 * @enum {string}
                 */
                role: "owner" | "developer" | "finance-maker" | "finance-approver" | "support" | "read-only";
            };
        };
        /** @description What became of each. */
        SettledPayouts: {
            /** @description One for each, in their order. */
            results: {
                /** @description Such as 4001, where the balance is too small. */
                errorCode: string | null;
                /** @description The same in words. */
                errorReason: string | null;
                /** @description Why it was refused. */
                message: string | null;
                /**
                 * @description short: the balance is too small, and it waits on. not-sent: approved, but no provider took it. refused: nothing was changed.
                 * @enum {string}
                 */
                outcome: "approved" | "declined" | "short" | "not-sent" | "refused";
                /** @description Where it stands now. */
                status: string | null;
                /**
                 * Format: uuid
                 * @description The payout.
                 */
                transactionId: string;
            }[];
        };
        /** @description A payout that waits for its approval, with what an approver asks. */
        WaitingPayout: {
            /** @description What is paid. */
            amount: number;
            /** @description What is known of the account; null: the account is not known, or came before this was kept. */
            background: {
                /** @description Payouts of the same amount to the same account within 24 hours; three at most. */
                duplicates: {
                    /**
                     * Format: date-time
                     * @description When it was made.
                     */
                    createdAt: string;
                    /** @description Its reference. */
                    merchantReference: string;
                    /**
                     * @description Where it stands.
                     * @enum {string}
                     */
                    status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR";
                    /**
                     * Format: uuid
                     * @description The other payout.
                     */
                    transactionId: string;
                }[];
                /** @description The account that this customer was last paid at, where it is another one. */
                formerAccount: {
                    /** @description Masked. */
                    account: string | null;
                    /**
                     * Format: date-time
                     * @description When it was paid.
                     */
                    paidAt: string;
                } | null;
                /**
                 * Format: date-time
                 * @description When last; null: never.
                 */
                lastPaidAt: string | null;
                /** @description How often this account was paid before; 100 stands for a hundred or more. */
                paidBefore: number;
            } | null;
            /** @description What is available once it is approved; below zero: the balance does not carry it. */
            balanceAfter: number;
            /** @description Where to; null: not named. */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Currency code. */
            currency: string;
            /** @description Who approved it or turned it down; null: nobody did, or nobody has to. */
            decision: {
                /**
                 * @description What was decided.
                 * @enum {string}
                 */
                action: "approved" | "declined" | "cancelled";
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                /** @description Who. */
                by: {
                    /**
                     * @description user: somebody in the portal. api: whoever has the API key.
                     * @enum {string}
                     */
                    kind: "user" | "api" | "operator";
                    /** @description As it was then. */
                    name: string;
                };
            } | null;
            /** @description Why it was declined; null: it was not. */
            errorCode: string | null;
            /** @description The same in words. */
            errorReason: string | null;
            /**
             * Format: date-time
             * @description Until when it can be approved; null: it does not wait.
             */
            expiresAt: string | null;
            /** @description Who. */
            maker: {
                /**
                 * @description user: somebody in the portal. api: whoever has the API key.
                 * @enum {string}
                 */
                kind: "user" | "api" | "operator";
                /** @description As it was then. */
                name: string;
            };
            /** @description false: whoever asks made it, and the brand has four eyes; another person approves it. */
            mayApprove: boolean;
            /** @description The reference of the merchant. */
            merchantReference: string;
            /** @description How, in a word; null: the recipient has not chosen. */
            method: string | null;
            /** @description Who is paid. */
            recipient: {
                /** @description Masked but for its last four characters; null: not known. */
                account: string | null;
                /** @description As it was given; null: none was. */
                name: string | null;
            };
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR";
            /**
             * Format: uuid
             * @description The payout.
             */
            transactionId: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description The customer as the merchant named it; null: none was named. */
            userId: string | null;
        };
        /** @description A page of the approval queue. */
        WaitingPayouts: {
            /** @description Whether nobody approves what they made. */
            fourEyes: boolean;
            /** @description Payouts that wait, oldest first. */
            items: components["schemas"]["WaitingPayout"][];
            /** @description What to send as `cursor` for the next page; null: this is the last one. */
            next: string | null;
            /** @description All that wait, by currency. */
            totals: {
                /** @description Of all of them together. */
                amount: number;
                /** @description What the brand has. */
                available: number;
                /** @description How many wait. */
                count: number;
                /** @description Currency code. */
                currency: string;
                /**
                 * Format: date-time
                 * @description When the oldest of them was made.
                 */
                oldestAt: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listLinks: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description At most, 1 to 100. Default 25. */
                limit?: string;
                /** @description Those alone. */
                state?: "open" | "paid" | "expired" | "cancelled" | "declined";
            };
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Links. */
                        items: components["schemas"]["PaymentLink"][];
                        /** @description What to send as `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for, in units of the currency. */
                    amount: number;
                    /**
                     * Format: country
                     * @description Two-letter country code in upper case (ISO 3166-1).
                     * @example DE
                     */
                    country?: string | null;
                    /**
                     * Format: currency
                     * @description Currency code in upper case: ISO 4217, or BTC or USDT. Must be one the payment option supports.
                     * @example EUR
                     */
                    currency: string;
                    /**
                     * Format: text
                     * @description What it is for; the payer reads it. 1 to 120 characters.
                     */
                    description: string;
                    /**
                     * Format: email
                     * @description E-mail address. 4 to 255 characters.
                     * @example anna@example.com
                     */
                    email?: string | null;
                    /** @description How long it can be paid: 1 hour to 30 days (720 hours). */
                    expiresInHours: number;
                    /**
                     * Format: language
                     * @description Two-letter language code (ISO 639-1) of the cashier pages.
                     * @example en
                     */
                    language?: string | null;
                    /**
                     * Format: text
                     * @description Of this payment alone; made up where it is left out. Up to 255 characters.
                     */
                    merchantReference?: string | null;
                    /**
                     * Format: text
                     * @description Your customer. Up to 255 characters.
                     */
                    userId?: string | null;
                };
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things stand; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The pay-in of the link. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: text
                     * @description Why; for your colleagues. Up to 255 characters.
                     */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description The link as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showLinkQrCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description svg for screens and print, png for messages. */
                format: "svg" | "png";
                /** @description The pay-in of the link. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description Made then or later. */
                createdFrom?: string;
                /** @description Made before then. */
                createdTo?: string;
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. Must be one the payment option supports. */
                currency?: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description At most, 1 to 100. Default 25. */
                limit?: string;
                /** @description An id, a reference, or an e-mail address, as a whole. 1 to 320 characters. */
                search?: string;
                /** @description Those of this status alone. */
                status?: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR";
            };
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Payouts. */
                        items: components["schemas"]["PortalPayout"][];
                        /** @description What to send as `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPortalPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In units of the currency. */
                    amount: number;
                    /** @description Where to, in upper case. */
                    country?: string | null;
                    /** @description Currency code in upper case. */
                    currency: string;
                    /**
                     * Format: text
                     * @description E-mail address of the customer. Up to 255 characters.
                     */
                    email?: string | null;
                    /**
                     * Format: text
                     * @description Of this payout alone; a second use is refused. Up to 255 characters.
                     */
                    merchantReference: string;
                    /** @description Who is paid, in the fields of the method. A card is named by its token, never by its number. */
                    paymentData: {
                        [key: string]: string;
                    };
                    /**
                     * Format: uuid
                     * @description How it is paid.
                     */
                    paymentOptionId: string;
                    /**
                     * Format: text
                     * @description Your customer. Up to 255 characters.
                     */
                    userId?: string | null;
                };
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadePayout"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things stand; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkPayoutFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file as text, its first line the names of the columns. */
                    csv: string;
                };
            };
        };
        responses: {
            /** @description What stands in it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedPayoutFile"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than it may be. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendPayoutFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How many are sent now. */
                    count: number;
                    /** @description The file as text, its first line the names of the columns. */
                    csv: string;
                    /** @description How many of its payouts were sent before. */
                    from: number;
                };
            };
        };
        responses: {
            /** @description What became of each line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentPayoutFilePart"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than it may be. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPayoutOptionsOfBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutOptions"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    settlePayouts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What is decided.
                     * @enum {string}
                     */
                    action: "APPROVE" | "DECLINE";
                    /**
                     * Format: text
                     * @description Why they are declined; needed for DECLINE. Up to 255 characters.
                     */
                    reason?: string | null;
                    /** @description Those that are decided on; where the balance runs short, the first ones are served. */
                    transactionIds: string[];
                };
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledPayouts"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWaitingPayouts: {
        parameters: {
            query?: {
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. Must be one the payment option supports. */
                currency?: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description At most, 1 to 100. Default 50. */
                limit?: string;
            };
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingPayouts"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address, upper and lower case alike. */
                    email: string;
                    /** @description Password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the cookie is the session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries; wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
