// Made by `npm run openapi`; not to be edited.

export interface paths {
    "/portal/api/brands/{brandId}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the balances
         * @description What the brand has, to the latest commit, by currency. Currencies are never added up.
         */
        get: operations["showPortalBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Customers who gave details with a payment, in the order of their ids.
         */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/customers/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a customer
         * @description The customer, and their transactions, newest first.
         */
        get: operations["showCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description The refunds of a brand, newest first.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settlement reports
         * @description The days of the brand that are closed, newest first, and before them today's, which is open.
         */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/reports/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the settlement report of a day
         * @description Opening and closing balance and what moved in between. A day is closed 15 minutes after its end.
         */
        get: operations["showReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/reports/{date}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the settlement report of a day
         * @description The report as a file. Times are in the time zone of the report. In CSV a text that a spreadsheet would calculate or convert has an apostrophe in front.
         */
        get: operations["downloadReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/reports/{date}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transfers of a report
         * @description What the numbers of the report are made of, oldest first.
         */
        get: operations["listReportTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the statement of a currency
         * @description The transfers of a brand in one currency, newest first, with the balance after each.
         */
        get: operations["showStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the proofs of the ledger
         * @description Every night the ledger is compared with the transactions, refunds and fundings, and the closed days with the ledger, for all brands of the merchant.
         */
        get: operations["showLedgerProof"];
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
        /** @description A customer, and a page of their transactions. */
        CustomerPage: {
            customer: components["schemas"]["PortalCustomer"];
            /** @description Newest first. */
            items: components["schemas"]["CustomerPayment"][];
            /** @description What to send as `cursor` for the next page; null: this is the last one. */
            next: string | null;
        };
        /** @description A transaction on the page of its customer. */
        CustomerPayment: {
            /** @description Its amount. */
            amount: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Of the amounts. */
            currency: string;
            /** @description The merchant's reference. */
            merchantReference: string;
            /** @description Name of the payment method. */
            method: string | null;
            /** @description What went back of it, or is on its way. */
            refunded: number;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR";
            /**
             * Format: uuid
             * @description The transaction.
             */
            transactionId: string;
            /**
             * @description Pay-in or payout.
             * @enum {string}
             */
            type: "PAYIN" | "PAYOUT";
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
        /** @description One night: ledger, transactions and reports compared, row by row. */
        LedgerProof: {
            /** @description How many closed days. */
            days: number;
            /** @description One sentence for each fault, the first few of each kind. */
            faults: string[];
            /** @description Nothing was found that contradicts anything. */
            ok: boolean;
            /**
             * Format: date-time
             * @description When.
             */
            provedAt: string;
            /** @description How many transactions were compared. */
            transactions: number;
            /** @description How many transfers. */
            transfers: number;
        };
        /** @description What a brand has in one currency. */
        PortalBalance: {
            /** @description May be spent: by payouts and refunds. */
            available: number;
            /** @description Of the amounts. */
            currency: string;
            /**
             * Format: date-time
             * @description When the oldest of them was made; null: none waits.
             */
            oldestWaitingSince: string | null;
            /** @description How many payouts that is. */
            payoutsWaiting: number;
            /** @description Set aside for payouts and refunds on their way. */
            reserved: number;
            /** @description Payouts that wait for their approval, in sum. It is still part of `available`. */
            waitingForApproval: number;
        };
        /** @description A customer of a brand. */
        PortalCustomer: {
            /** @description Masked. */
            email: string | null;
            /**
             * Format: date-time
             * @description When the last of them was made; null: there is none.
             */
            lastPaymentAt: string | null;
            /**
             * Format: date-time
             * @description When the customer last gave details.
             */
            lastSeenAt: string;
            /** @description There are older transactions, which are not counted here. */
            more: boolean;
            /** @description As given last. */
            name: string | null;
            /** @description What those add up to, by currency. */
            paid: {
                /** @description Paid, less what was refunded. */
                amount: number;
                /** @description Of the amounts. */
                currency: string;
            }[];
            /** @description Completed pay-ins among the latest transactions. */
            payments: number;
            /** @description Masked. */
            phone: string | null;
            /** @description The merchant's id of the customer. */
            userId: string;
        };
        /** @description A refund in the list of a brand. */
        PortalRefund: {
            /** @description How much goes back. */
            amount: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Of the amounts. */
            currency: string;
            /** @description Why it failed. */
            errorReason: string | null;
            /** @description The person who made it, or `API`. */
            madeBy: string | null;
            /** @description Of the pay-in. */
            merchantReference: string;
            /** @description The amount of the pay-in. */
            paid: number;
            /** @description Why, as one of the reasons. */
            reason: string | null;
            /**
             * Format: uuid
             * @description The refund.
             */
            refundId: string;
            /** @description The merchant's own. */
            refundReference: string | null;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "PENDING" | "COMPLETED" | "FAILED";
            /**
             * Format: uuid
             * @description The pay-in.
             */
            transactionId: string;
            /** @description Nobody knows whether it was done: a person decides. */
            undecided: boolean;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** @description The transfers of one kind. */
        ReportActivity: {
            /** @description What they add up to. */
            amount: number;
            /** @description What they did to the available balance. */
            available: number;
            /** @description How many transfers. */
            count: number;
            /**
             * @description What the transfer is of: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money brought in or taken out by the operator.
             * @enum {string}
             */
            kind: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
            /** @description What they did to the reserved balance. */
            reserved: number;
        };
        /** @description A day in one currency. */
        ReportCurrency: {
            /** @description What moved, by kind. */
            activity: components["schemas"]["ReportActivity"][];
            /** @description What it ended with. */
            closing: {
                /** @description May be spent: by payouts and refunds. */
                available: number;
                /** @description Set aside for payouts and refunds on their way. */
                reserved: number;
            };
            /** @description Of the amounts. */
            currency: string;
            /** @description What the day began with. */
            opening: {
                /** @description May be spent: by payouts and refunds. */
                available: number;
                /** @description Set aside for payouts and refunds on their way. */
                reserved: number;
            };
            /** @description How many transfers it has. */
            transfers: number;
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
        /** @description One transfer of a report. */
        SettlementLine: {
            /** @description How much moved. */
            amount: number;
            /**
             * Format: date-time
             * @description When it was booked.
             */
            at: string;
            /** @description What it did to the available balance. */
            available: number;
            /** @description Of that transaction. */
            country: string | null;
            /** @description Of the amounts. */
            currency: string;
            /** @description Of the funding by the operator. */
            fundingReference: string | null;
            /**
             * @description What the transfer is of: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money brought in or taken out by the operator.
             * @enum {string}
             */
            kind: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
            /** @description Of that transaction. */
            merchantReference: string | null;
            /** @description Name of the payment method of that transaction. */
            method: string | null;
            /** @description The refund it belongs to. */
            refundId: string | null;
            /** @description Of that refund. */
            refundReason: string | null;
            /** @description Of that refund. */
            refundReference: string | null;
            /** @description What it did to the reserved balance. */
            reserved: number;
            /** @description The pay-in or payout it belongs to; null: funding. */
            transactionId: string | null;
            /**
             * Format: uuid
             * @description The transfer.
             */
            transferId: string;
            /** @description The customer of that transaction. */
            userId: string | null;
        };
        /** @description A day of a brand. */
        SettlementReport: {
            /**
             * Format: date-time
             * @description Where the day before ended.
             */
            begins: string;
            /**
             * Format: date-time
             * @description When the day was closed. null: it is open, and its numbers still change.
             */
            computedAt: string | null;
            /** @description In the order of the codes; currencies are never added up. */
            currencies: components["schemas"]["ReportCurrency"][];
            /** @description The day, such as 2026-03-29. */
            date: string;
            /**
             * Format: date-time
             * @description Itself left out.
             */
            ends: string;
            /** @description The zone whose day it is. */
            timeZone: string;
        };
        /** @description One transfer of the ledger, and the balance after it. */
        StatementLine: {
            /** @description How much moved. */
            amount: number;
            /**
             * Format: date-time
             * @description When it was booked.
             */
            at: string;
            /** @description What it did to the available balance. */
            available: number;
            /** @description Available after it. null where `kind` leaves lines out. */
            availableAfter: number | null;
            /** @description Of that transaction. */
            country: string | null;
            /** @description Of the amounts. */
            currency: string;
            /** @description Of the funding by the operator. */
            fundingReference: string | null;
            /**
             * @description What the transfer is of: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money brought in or taken out by the operator.
             * @enum {string}
             */
            kind: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
            /** @description Of that transaction. */
            merchantReference: string | null;
            /** @description Name of the payment method of that transaction. */
            method: string | null;
            /** @description The refund it belongs to. */
            refundId: string | null;
            /** @description Of that refund. */
            refundReason: string | null;
            /** @description Of that refund. */
            refundReference: string | null;
            /** @description What it did to the reserved balance. */
            reserved: number;
            /** @description Reserved after it. null where `kind` leaves lines out. */
            reservedAfter: number | null;
            /** @description The pay-in or payout it belongs to; null: funding. */
            transactionId: string | null;
            /**
             * Format: uuid
             * @description The transfer.
             */
            transferId: string;
            /** @description The customer of that transaction. */
            userId: string | null;
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
    showPortalBalances: {
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
            /** @description The balances, in the order of their currencies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description One for each currency. */
                        items: components["schemas"]["PortalBalance"][];
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
    listCustomers: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description How many at most: 1 to 100, 50 unless told. */
                limit?: string;
                /** @description The beginning of a user id; or a whole e-mail address, phone number or reference. Up to 320 characters. */
                search?: string;
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
            /** @description A page of customers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By user id. */
                        items: components["schemas"]["PortalCustomer"][];
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
    showCustomer: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description How many at most: 1 to 100, 50 unless told. */
                limit?: string;
            };
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The merchant's id of the customer. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
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
    listRefunds: {
        parameters: {
            query?: {
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. Must be one the payment option supports. */
                currency?: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description Made at this time or later. */
                from?: string;
                /** @description How many at most: 1 to 100, 50 unless told. */
                limit?: string;
                /** @description Was made for this reason. */
                reason?: "DUPLICATE" | "FRAUD" | "CUSTOMER_REQUEST" | "RETURN" | "OTHER";
                /** @description Has this status now. */
                status?: "PENDING" | "COMPLETED" | "FAILED";
                /** @description Made before this time. */
                to?: string;
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
            /** @description A page of refunds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        items: components["schemas"]["PortalRefund"][];
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
    listReports: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description How many at most: 1 to 100, 50 unless told. */
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
            /** @description A page of reports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        items: components["schemas"]["SettlementReport"][];
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
    showReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The day, such as 2026-03-29. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementReport"];
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
    downloadReport: {
        parameters: {
            query: {
                /** @description xlsx and json: all parts. csv: one of them. */
                format: "csv" | "xlsx" | "json";
                /** @description Of a CSV file; activity unless told. */
                part?: "transactions" | "activity" | "details";
            };
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The day, such as 2026-03-29. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
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
    listReportTransfers: {
        parameters: {
            query: {
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. Must be one the payment option supports. */
                currency?: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description What the transfer is of: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money brought in or taken out by the operator. */
                kind?: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
                /** @description How many at most: 1 to 100, 50 unless told. */
                limit?: string;
                /** @description transactions: pay-ins, payouts and refunds that were done. details: every transfer. */
                part: "transactions" | "details";
            };
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The day, such as 2026-03-29. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transfers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Oldest first. */
                        items: components["schemas"]["SettlementLine"][];
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
    showStatement: {
        parameters: {
            query: {
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. Must be one the payment option supports. */
                currency: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description Booked at this time or later. */
                from?: string;
                /** @description What the transfer is of: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money brought in or taken out by the operator. */
                kind?: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
                /** @description How many at most: 1 to 100, 50 unless told. */
                limit?: string;
                /** @description Booked before this time. */
                to?: string;
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
            /** @description A page of transfers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        items: components["schemas"]["StatementLine"][];
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
    showLedgerProof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last nights, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        items: components["schemas"]["LedgerProof"][];
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
