// Made by `npm run openapi`; not to be edited.

export interface paths {
    "/portal/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the own account
         * @description Name and second factors of the caller.
         */
        get: operations["showAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the own name
         * @description As colleagues and the audit log call the person from now on.
         */
        patch: operations["changeOwnName"];
        trace?: never;
    };
    "/portal/api/account/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show whether it was confirmed who one is
         * @description What the operations with `x-needs-confirmation` need first: those that change the own account, users, keys, approvals.
         */
        get: operations["showConfirmation"];
        put?: never;
        /**
         * Confirm who one is
         * @description The password, and where there is a second factor one of `totp`, `recoveryCode` and `passkey`. Counts for ten minutes, in this session. Failures count to the lock of the sign-in.
         */
        post: operations["confirmIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/account/passkey-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description A challenge for a new passkey, good once and for five minutes. The first one of a sign-in is added without more. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/account/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey
         * @description What the browser made of the challenge. The first one of a sign-in is added without more. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/account/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Not where it is the last second factor and the role needs one. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description What tells it from others.
         */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/portal/api/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the own password
         * @description Ends the other sessions. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/account/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new recovery codes
         * @description The former ones work no more. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own sessions
         * @description Those that have not ended, the latest used first. All of them: there are never many.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * End all sessions but this one
         * @description They stop working in every process at once.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/account/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description It stops working in every process at once.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/account/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add the authenticator app
         * @description By the code that it shows. It takes the place of a former app. The first one of a sign-in is added without more. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        put: operations["finishTotp"];
        /**
         * Begin to add an authenticator app
         * @description A new secret. It counts once a code of it was sent, within ten minutes. The first one of a sign-in is added without more. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["beginTotp"];
        /**
         * Remove the authenticator app
         * @description Not where it is the last second factor and the role needs one. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Rows of the whole merchant, the newest first.
         */
        get: operations["searchAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit log
         * @description The same rows in the same words, all of them, the newest first.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/audit/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people to filter the audit log by
         * @description Users of the merchant, by name.
         */
        get: operations["listAuditPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/audit/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the audit log
         * @description Follows the chain of hashes through every row of the merchant, now.
         */
        get: operations["proveAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of a brand
         * @description The newest first, also those that have ended; at most 50.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make a new API key
         * @description Requests are accepted under the new one and, until they end, under the former ones. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["replaceApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/api-keys/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a former API key now
         * @description Before its overlap is over. The newest API key cannot be ended, only replaced. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        delete: operations["endApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
    "/portal/api/brands/{brandId}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a brand has blocked
         * @description Those that hold now, the newest first.
         */
        get: operations["listBrandBlocks"];
        put?: never;
        /**
         * Block a card, a customer, a network or a country
         * @description Pay-ins and payouts of the brand that match are declined 2203, and no provider is asked, in every process within two seconds. A card is named by one of its transactions.
         */
        post: operations["addBrandBlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/blocks/{blockId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a block away
         * @description What it blocked is let through again, in every process within two seconds.
         */
        delete: operations["removeBrandBlock"];
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
    "/portal/api/brands/{brandId}/developers/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the providers' health
         * @description Of the last hour, for all brands, as the process that answers has seen it: another process of the gateway has seen other calls, and a restart begins anew.
         */
        get: operations["showProviderHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/developers/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests to the API
         * @description Of the last 7 days, newest first. A request is listed about a second after its answer. Failures are always written; of successes some are left out while very many come at once, and the next row says how many.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/developers/signatures/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain a signature
         * @description Finds out which text, encoding and secret a signature was made with.
         */
        post: operations["explainSignature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/developers/signatures/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signing secrets by id
         * @description The secrets themselves are shown only when they are made.
         */
        get: operations["listSecretsToExplain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/developers/snippets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List code to paste
         * @description The main calls of the API, and how a webhook is checked.
         */
        get: operations["listSnippets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
    "/portal/api/brands/{brandId}/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ways to pay and to be paid
         * @description Every option of the catalogue: pay-ins, then payouts, each in the order of the cashier.
         */
        get: operations["listMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/methods/{optionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch an option on or off and set its limits
         * @description Replaces what was set for it before. `seen` is what your page showed; where somebody changed it meanwhile: 409. Limits that no amount could meet are refused.
         */
        put: operations["setMethod"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how the brand is doing
         * @description A period of whole days, at most 366, against the one before it: as many days, and while the period is not over only as much of them. A transaction counts where it was made, with the status it has now. Beside it, what waits at this moment.
         */
        get: operations["showOverview"];
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
         * @description The report as a file. Times are in the time zone of the report, which stands in the headings and in the name of the file. In CSV a text that a spreadsheet would calculate or convert has an apostrophe in front.
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
    "/portal/api/brands/{brandId}/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill a sample shop with a month of payments
         * @description Makes a brand named Sample shop in the time zone of this one. Its payments are made up; they go through the sandbox as any others, with their ledger, timelines and webhooks. The answer is a line of JSON for every few payments (NDJSON). A merchant has one sample shop.
         */
        post: operations["fillSample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the settings of a brand
         * @description As they are stored now.
         */
        get: operations["showSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/settings/business": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the rules and the look of a brand
         * @description Changes what is named and leaves the rest; of the look too. Every process of the gateway goes by it within two seconds. Where `automaticApproval` or `fourEyes` is to change: Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        patch: operations["changeBusiness"];
        trace?: never;
    };
    "/portal/api/brands/{brandId}/settings/integration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how the merchant’s server and the gateway talk
         * @description Changes what is named and leaves the rest. Every process of the gateway goes by it within two seconds.
         */
        patch: operations["changeIntegration"];
        trace?: never;
    };
    "/portal/api/brands/{brandId}/signing-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signing secrets of a brand
         * @description The newest first, also those that have ended; at most 50.
         */
        get: operations["listSigningSecrets"];
        put?: never;
        /**
         * Make a new signing secret
         * @description Answers and webhooks are signed with the new one from now on; requests are accepted under the former ones until they end. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["replaceSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/signing-secrets/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a former signing secret now
         * @description Before its overlap is over. The newest signing secret cannot be ended, only replaced. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        delete: operations["endSigningSecret"];
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
    "/portal/api/brands/{brandId}/statement/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the statement of a currency
         * @description All that the statement shows under the same filters, newest first, in one file. Times are of the time zone of the brand, which stands in the headings and in the name of the file. References are text.
         */
        get: operations["exportStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/stuck": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is stuck
         * @description Outcomes and refunds that a person has to decide, and payouts that have waited for their approval for more than a day. At most 100 of each kind.
         */
        get: operations["listStuck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transaction-filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the filters may be set to
         * @description Options, currencies, countries and error codes, in words.
         */
        get: operations["listTransactionFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Pay-ins and payouts of the brand, newest first. Filters narrow it together; `q` searches, and the filters apply to what is found. What is made while one goes through the pages does not move them.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a transaction
         * @description What happened, in a sentence; then its facts, timeline, attempts, exchange with the provider, refunds, webhooks, transfers, risk, notes, tags and other transactions of the customer. `actions` says what whoever asks may do to it now.
         */
        get: operations["showTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Block the card, customer or network of a transaction
         * @description What matches is declined 2203 from now on, and no provider is asked. Answers the page as it is then.
         */
        post: operations["blockFromTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a transaction
         * @description A pay-in that is not paid yet, or a payout that is not sent yet. Money that arrives all the same still counts. Answers the page as it is then.
         */
        post: operations["cancelTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand in a confirmation
         * @description For a pay-in that asks for what proves the payment. JSON, or a form with one file `document` (PNG, JPEG, WebP or PDF under 2 MB). Answers the page as it is then; it never says that money came.
         */
        post: operations["confirmTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide an unknown outcome
         * @description Only when the provider is asked no more. It is asked once more here: what it says counts, and where it says otherwise the decision is refused (409).
         */
        post: operations["decideOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a note on a transaction
         * @description For colleagues. Neither the shopper nor the API sees it.
         */
        post: operations["addNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a note of your own
         * @description Nobody else removes it.
         */
        delete: operations["removeNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a pay-in, or a part of it
         * @description Many partial refunds are fine; together never more than was paid. Answers the page as it is then.
         */
        post: operations["refundTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}/refunds/{refundId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide how a refund ended
         * @description Only when the provider is asked no more. It is asked once more here, and what it says counts. What FAILED may be refunded again.
         */
        post: operations["decideRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/{transactionId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Tag a transaction
         * @description These tags and no others.
         */
        put: operations["changeTags"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/transactions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export transactions
         * @description All that the list shows under the same filters, in one file. Times are of the time zone of the brand, which stands in the headings and in the name of the file. `columns` are those of the page. References are text, amounts numbers with the decimals of their currency.
         */
        get: operations["exportTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views
         * @description Own ones and those that colleagues share, by name.
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Save a view
         * @description A name for a list as it is filtered now.
         */
        post: operations["saveView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/views/{viewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a saved view of your own
         * @description Also from where colleagues see it.
         */
        delete: operations["removeView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the merchant's receiver
         * @description Sends seven events of type `test.check` to the notification address, one after the other, and grades the answers: genuine, with a wrong signature, without one, the same event twice, two out of order, with an unknown field. They tell of no payment.
         */
        post: operations["checkReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Events of the newest transactions first, those of a transaction together. Times narrow the list by when the event happened.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/deliveries/{transactionId}/{sequence}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a webhook delivery
         * @description The body and the headers as they were sent, and each try with its answer.
         */
        get: operations["showDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/deliveries/{transactionId}/{sequence}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a webhook
         * @description The same bytes go to the address of this moment within a second or so, under the same signature, or under one of the newest secret where the former has ended. Its schedule of retries begins anew. While the address is paused it waits in line.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how webhooks are doing
         * @description Success and latency of the latest deliveries, what waits, and addresses in trouble.
         */
        get: operations["showWebhookHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause webhooks
         * @description Nothing is sent to the notification address any more, within two seconds. What is missed waits in line and goes out after the resumption. A new notification address ends the pause.
         */
        post: operations["pauseOwnWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replays
         * @description The ten latest of the brand, newest first, each with how far it is.
         */
        get: operations["listReplays"];
        put?: never;
        /**
         * Replay a range of time
         * @description Sends the events of the range once more, in the order in which they happened, twenty at a time; two events of one transaction never together. The same bytes as before. One replay of a brand at a time, of 10,000 events at the most.
         */
        post: operations["startReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/replays/{replayId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a replay
         * @description What is not sent yet stays as it is.
         */
        post: operations["stopReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/replays/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count what a replay would send
         * @description Nothing is sent yet.
         */
        post: operations["countReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume webhooks
         * @description Paused addresses go on with what they missed, in order. What was given up within the last 90 days, and what is to be tried much later, is tried again soon.
         */
        post: operations["resumeOwnWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description One event of type `test.ping`, signed like any webhook, to the notification address. It tells of no payment: `test` is true, `amount` 0, `status` INIT, `transactionId` of no transaction. It is not tried again.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an invitation
         * @description Whose it is. It is not used up by that.
         */
        get: operations["showInvitation"];
        put?: never;
        /**
         * Accept an invitation
         * @description Sets name and password and signs in. The link works once.
         */
        post: operations["acceptInvitation"];
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
    "/portal/api/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show where the sign-in stands
         * @description For a page that is loaded between password and second factor.
         */
        get: operations["showSignInStep"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/second-factor/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove the second factor by a passkey
         * @description What the browser made of the challenge.
         */
        post: operations["proveByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/second-factor/passkey-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a passkey
         * @description A challenge for one of the passkeys of the user, for the sign-in or for `confirmIdentity`. Good once and for five minutes.
         */
        post: operations["askPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/second-factor/recovery-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove the second factor by a recovery code
         * @description Each code is good once.
         */
        post: operations["proveByRecoveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/second-factor/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove the second factor by a code of the authenticator app
         * @description Six digits. Each code is good once; the one before and the one after count too.
         */
        post: operations["proveByTotp"];
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
         * @description Ten failures in a row lock an address for fifteen minutes. Unless `step` is `done`, the session may only prove or add a second factor.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends this session in every process at once; also one whose second factor is still to come.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Everybody who works for the merchant, by name. All of them in one answer.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invite a user
         * @description No mail is sent: give the link to that person and to nobody else. It works once and for a week. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["inviteColleague"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user's role, disable or enable the user
         * @description Ends the user's sessions. The last owner who can sign in stays one. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/portal/api/users/{userId}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new link for a user
         * @description The former link works no more. For a user who has a password it sets a new one, once it is used; the second factor stays. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["inviteAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/users/{userId}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Reset a user's second factor
         * @description Removes passkeys, authenticator app and recovery codes. The next sign-in adds a new factor. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        delete: operations["resetSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/users/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a user's sessions
         * @description The user is signed out everywhere. Needs a confirmation of the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        delete: operations["endSessionsOfUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The caller's own account. */
        Account: {
            /** @description E-mail address. */
            email: string;
            /** @description Name; empty where none was given. */
            name: string;
            /** @description The oldest first. */
            passkeys: {
                /**
                 * Format: date-time
                 * @description When it was added.
                 */
                createdAt: string;
                /**
                 * Format: uuid
                 * @description The passkey.
                 */
                id: string;
                /**
                 * Format: date-time
                 * @description When it was used last.
                 */
                lastUsedAt: string | null;
                /** @description Name. */
                name: string;
            }[];
            /** @description How many were not used; null: there is no second factor they could stand in for. */
            recoveryCodesLeft: number | null;
            /** @description The last second factor cannot be removed. */
            secondFactorNeeded: boolean;
            /**
             * Format: date-time
             * @description When the authenticator app was added; null: there is none.
             */
            totpAddedAt: string | null;
        };
        /** @description A second factor was added. */
        AddedFactor: {
            /** @description Ten codes, each good once, shown only here. null: the user has some already. */
            recoveryCodes: string[] | null;
        };
        /** @description Who did what to what. */
        AuditEntry: {
            /** @description What was done, such as `brand.changed`. */
            action: string;
            /** @description Who. */
            actor: {
                /** @description Of the token, the user or the brand. */
                id: string;
                /**
                 * @description user: of the merchant. api: the holder of an API key.
                 * @enum {string}
                 */
                kind: "operator" | "user" | "api";
                /** @description As it was then. */
                name: string;
            };
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description What changed; secrets are masked. */
            changes: {
                /** @description As it became; null: it is gone. */
                after: string | null;
                /** @description As it was; null: it was not there. */
                before: string | null;
                /** @description What changed, in words. */
                field: string;
            }[];
            /**
             * Format: uuid
             * @description The row.
             */
            id: string;
            /** @description Where the call came from. */
            ip: string | null;
            /** @description X-Request-Id of the call. */
            requestId: string | null;
            /** @description What was done, in words that follow the name. */
            sentence: string;
            /** @description To what. */
            target: {
                /** @description Of a transaction: its brand. */
                brandId: string | null;
                /** @description Its id. */
                id: string;
                /** @description Such as `brand`, `transaction`, `user`. */
                kind: string;
                /** @description What people call it; null: nothing but its id. */
                name: string | null;
            };
        };
        /** @description Whether the chain of the merchant’s rows is whole. */
        AuditProof: {
            /**
             * Format: date-time
             * @description When it was checked.
             */
            checkedAt: string;
            /** @description The first row that is not right, in words. */
            fault: string | null;
            /** @description No row was altered, moved or taken away since it was written. */
            ok: boolean;
            /** @description Rows that were checked. */
            rows: number;
        };
        /** @description What a brand takes no money from, and pays none to. */
        Block: {
            /**
             * Format: uuid
             * @description The block.
             */
            blockId: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends; null: when you delete it.
             */
            expiresAt: string | null;
            /**
             * @description What is blocked: a card; the first digits of card numbers; an e-mail address, in whatever case; a userId as requests name it; an address or a range of addresses, of the customer or of the browser in the cashier; the country of a transaction.
             * @enum {string}
             */
            kind: "card" | "bin" | "email" | "userId" | "ip" | "country";
            /** @description Why, in your words. */
            reason: string;
            /**
             * Format: uuid
             * @description The transaction it was taken from.
             */
            transactionId: string | null;
            /** @description What is blocked; of a card the digits that may be shown. */
            value: string;
        };
        /** @description How the brand looks in the cashier. What is absent stays as it is; null resets it. */
        BrandLookChanges: {
            /**
             * @description Colour of buttons, links and marks: #rrggbb. Where it lacks contrast on light or dark grounds (4.5 : 1, WCAG AA), shoppers see it darker or lighter there, of the same hue. Default #3d4fc4.
             * @example #00754a
             */
            accentColour?: string | null;
            /** @description Radius of the corners of fields and buttons, in pixels, 0 to 24. Default 10. */
            cornerRadius?: number | null;
            /**
             * Format: text
             * @description Name that shoppers read. Default: the brand's name. 1 to 80 characters.
             * @example Demo Shop
             */
            displayName?: string | null;
            /**
             * @description The logo as a data URL in base64: PNG, JPEG, WebP or SVG, told by its content, at most 64 KB. An SVG must not contain scripts, event handlers, foreignObject, or references to other files. Default: the first letter of the name.
             * @example data:image/png;base64,iVBORw0KGgo=
             */
            logo?: string | null;
            /** @description Options in the order in which shoppers see them. Those that are not named follow in the order of the catalogue. Default empty. */
            methodOrder?: string[] | null;
        };
        /** @description Name, approval, four eyes, time zone, risk rules, look. */
        BusinessChanges: {
            /** @description What is to change. */
            changes: {
                /** @description Payouts need no approval. Default false. */
                automaticApproval?: boolean | null;
                /** @description A payout made in the portal is approved by another person. Default false. */
                fourEyes?: boolean | null;
                look?: components["schemas"]["BrandLookChanges"] | null;
                /**
                 * Format: text
                 * @description Name of the brand, as shoppers see it. 1 to 255 characters.
                 * @example Demo Shop
                 */
                name?: string | null;
                /** @description Rules against card testing: `"off"` (the default in test), `"standard"` (the default in production), or limits of its own, each of them null where the rule is off. They count card pay-ins of the brand within any stretch of `windowSeconds`: `attemptsPerCard` attempts, `wrongCodesPerCard` declines for a wrong CVV (2004), `declinesPerSource`, `declinesPerUser` and `declinesPerBin` declines of a network address, a userId and the first six digits of a number. Beyond a limit an attempt is declined 2202 (wrong CVVs: 2203), and no provider is asked. Standard: 10 an hour, 3 a day, 20, 10 and 100 an hour. */
                risk?: string | {
                    attemptsPerCard?: components["schemas"]["RiskLimit"] | null;
                    declinesPerBin?: components["schemas"]["RiskLimit"] | null;
                    declinesPerSource?: components["schemas"]["RiskLimit"] | null;
                    declinesPerUser?: components["schemas"]["RiskLimit"] | null;
                    wrongCodesPerCard?: components["schemas"]["RiskLimit"] | null;
                } | null;
                /**
                 * Format: text
                 * @description IANA name of the brand's time zone, for days of reports and times in the portal. Default UTC. 1 to 64 characters.
                 * @example Europe/Berlin
                 */
                timeZone?: string | null;
            };
            /** @description The same fields as your page showed them. Where somebody changed one of them meanwhile, nothing is changed: 409, with `changed` naming each field, its value now, who changed it and when. */
            seen: {
                /** @description Payouts need no approval. Default false. */
                automaticApproval?: boolean | null;
                /** @description A payout made in the portal is approved by another person. Default false. */
                fourEyes?: boolean | null;
                look?: components["schemas"]["BrandLookChanges"] | null;
                /**
                 * Format: text
                 * @description Name of the brand, as shoppers see it. 1 to 255 characters.
                 * @example Demo Shop
                 */
                name?: string | null;
                /** @description Rules against card testing: `"off"` (the default in test), `"standard"` (the default in production), or limits of its own, each of them null where the rule is off. They count card pay-ins of the brand within any stretch of `windowSeconds`: `attemptsPerCard` attempts, `wrongCodesPerCard` declines for a wrong CVV (2004), `declinesPerSource`, `declinesPerUser` and `declinesPerBin` declines of a network address, a userId and the first six digits of a number. Beyond a limit an attempt is declined 2202 (wrong CVVs: 2203), and no provider is asked. Standard: 10 an hour, 3 a day, 20, 10 and 100 an hour. */
                risk?: string | {
                    attemptsPerCard?: components["schemas"]["RiskLimit"] | null;
                    declinesPerBin?: components["schemas"]["RiskLimit"] | null;
                    declinesPerSource?: components["schemas"]["RiskLimit"] | null;
                    declinesPerUser?: components["schemas"]["RiskLimit"] | null;
                    wrongCodesPerCard?: components["schemas"]["RiskLimit"] | null;
                } | null;
                /**
                 * Format: text
                 * @description IANA name of the brand's time zone, for days of reports and times in the portal. Default UTC. 1 to 64 characters.
                 * @example Europe/Berlin
                 */
                timeZone?: string | null;
            };
        };
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
        /** @description How the brand looks in the cashier, as far as somebody chose it. */
        ChosenLook: {
            /** @description As it was chosen; null: the default. */
            accentColour: string | null;
            /** @description In pixels; null: the default. */
            cornerRadius: number | null;
            /** @description Name that shoppers read; null: the brand's. */
            displayName: string | null;
            /** @description The logo's address; null: the first letter of the name. */
            logo: string | null;
            /** @description Options that come first; null: the order of the catalogue. */
            methodOrder: string[] | null;
        };
        /** @description Whether it was confirmed lately who one is. */
        Confirmation: {
            /**
             * Format: date-time
             * @description Until when it counts; null: `confirmIdentity` is due.
             */
            until: string | null;
            /** @description What is asked beside the password, one of these, the best first; empty: nothing. */
            ways: ("passkey" | "totp" | "recovery-code")[];
        };
        /** @description An API key or a signing secret, without what it is. */
        Credential: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends or ended; null: until it is replaced.
             */
            expiresAt: string | null;
            /** @description What it begins with and its last four characters; null: made before they were kept. */
            hint: string | null;
            /**
             * Format: uuid
             * @description The key or secret.
             */
            id: string;
            /**
             * Format: date-time
             * @description When a request came with it last, to the minute; null: never, as far as is known.
             */
            lastUsedAt: string | null;
            /** @description The address it came from. */
            lastUsedFrom: string | null;
            /**
             * @description current: the newest one. former: replaced, and still good until it ends. ended: refused.
             * @enum {string}
             */
            state: "current" | "former" | "ended";
        };
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
        /** @description A webhook event and its latest try. */
        Delivery: {
            /**
             * Format: moment
             * @description When it happened.
             */
            createdAt: string;
            /**
             * Format: moment
             * @description When it was answered 2xx.
             */
            deliveredAt: string | null;
            /**
             * Format: uuid
             * @description The event, as in its body.
             */
            eventId: string;
            /** @description Such as `payin.completed`. */
            eventType: string;
            /** @description The latest try; null: there was none. */
            lastTry: {
                /**
                 * Format: moment
                 * @description When it began.
                 */
                at: string;
                /** @description How long it took, in milliseconds. */
                durationMs: number;
                /** @description Why there was no answer, or why it counts as none. */
                error: string | null;
                /** @description The answer; null: there was none. */
                statusCode: number | null;
            } | null;
            /** @description The reference of the transaction. */
            merchantReference: string | null;
            /**
             * Format: moment
             * @description When it is tried next; null: no try is planned.
             */
            nextTryAt: string | null;
            /** @description Its number within the transaction. */
            sequence: number;
            /**
             * @description sending: its first try is due or in flight. retrying: tried, and to be tried again. waiting: in the line of its address, which is paused or given more than it takes. unaddressed: there is no address. abandoned: given up. delivered: answered 2xx.
             * @enum {string}
             */
            state: "sending" | "retrying" | "waiting" | "unaddressed" | "abandoned" | "delivered";
            /**
             * Format: uuid
             * @description The transaction that it tells of.
             */
            transactionId: string;
            /** @description How often it was tried. */
            tries: number;
        };
        /** @description A webhook event: what was sent, and what came back. */
        DeliveryDetails: {
            /** @description The bytes of each try. */
            body: string;
            /**
             * Format: moment
             * @description When it happened.
             */
            createdAt: string;
            /**
             * Format: moment
             * @description When it was answered 2xx.
             */
            deliveredAt: string | null;
            /**
             * Format: uuid
             * @description The event, as in its body.
             */
            eventId: string;
            /** @description Such as `payin.completed`. */
            eventType: string;
            /** @description Of the latest try. `webhook-signature` is left out where its secret has ended. Before the first try: those known yet. Signatures are covered by dots for whoever may not change webhooks. */
            headers: {
                /** @description Name. */
                name: string;
                /** @description Value. */
                value: string;
            }[];
            /** @description Its tries, oldest first. */
            history: {
                /** @description How the answer of a failed try began, at most 1 KB, with card numbers masked. */
                answer: string | null;
                /**
                 * Format: moment
                 * @description When it began.
                 */
                at: string;
                /** @description How long it took, in milliseconds. */
                durationMs: number;
                /** @description Why there was no answer, or why it counts as none. */
                error: string | null;
                /** @description Which secret signed it. */
                signingSecretId: string | null;
                /** @description The answer; null: there was none. */
                statusCode: number | null;
                /** @description 1, 2, 3 … */
                tryNumber: number;
                /** @description Where it went, without its query. */
                url: string | null;
            }[];
            /** @description The latest try; null: there was none. */
            lastTry: {
                /**
                 * Format: moment
                 * @description When it began.
                 */
                at: string;
                /** @description How long it took, in milliseconds. */
                durationMs: number;
                /** @description Why there was no answer, or why it counts as none. */
                error: string | null;
                /** @description The answer; null: there was none. */
                statusCode: number | null;
            } | null;
            /** @description The reference of the transaction. */
            merchantReference: string | null;
            /**
             * Format: moment
             * @description When it is tried next; null: no try is planned.
             */
            nextTryAt: string | null;
            /** @description The transaction named the address itself. */
            ownAddress: boolean;
            /** @description Its number within the transaction. */
            sequence: number;
            /**
             * @description sending: its first try is due or in flight. retrying: tried, and to be tried again. waiting: in the line of its address, which is paused or given more than it takes. unaddressed: there is no address. abandoned: given up. delivered: answered 2xx.
             * @enum {string}
             */
            state: "sending" | "retrying" | "waiting" | "unaddressed" | "abandoned" | "delivered";
            /**
             * Format: uuid
             * @description The transaction that it tells of.
             */
            transactionId: string;
            /** @description How often it was tried. */
            tries: number;
            /** @description Where it goes now, without its query; null: there is no address. */
            url: string | null;
        };
        /** @description Sessions that were ended. */
        EndedSessions: {
            /** @description How many there were. */
            ended: number;
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
        /** @description Notification address, signatures, addresses, domains. */
        IntegrationChanges: {
            /** @description What is to change. */
            changes: {
                /**
                 * @description What merchantDomain may be, to the letter: host names without scheme, port or path, each once in whatever case. Default empty; a payment facilitator needs one at least.
                 * @example [
                 *       "shop.example"
                 *     ]
                 */
                domains?: string[] | null;
                /** @description Requests must carry their signature. Default false. */
                enforceSignatures?: boolean | null;
                /**
                 * @description Addresses and CIDR ranges that may call the API; empty: any. Default empty.
                 * @example [
                 *       "203.0.113.0/24",
                 *       "2001:db8::7"
                 *     ]
                 */
                ipAllowList?: string[] | null;
                /**
                 * Format: text
                 * @description Where webhooks go: https, without credentials, to a public host. null: nowhere. A new address also gets the events that are not delivered yet. Up to 500 characters.
                 * @example https://shop.example/webhooks
                 */
                notificationUrl?: string | null;
                /** @description Strict signing: every POST must carry `X-Signature` over its body, also the calls of v3 and v2. A call that creates a transaction must name a merchantReference, and a refund a refundReference. Needs `enforceSignatures`. Default false. */
                signAllRequests?: boolean | null;
            };
            /** @description The same fields as your page showed them. Where somebody changed one of them meanwhile, nothing is changed: 409, with `changed` naming each field, its value now, who changed it and when. */
            seen: {
                /**
                 * @description What merchantDomain may be, to the letter: host names without scheme, port or path, each once in whatever case. Default empty; a payment facilitator needs one at least.
                 * @example [
                 *       "shop.example"
                 *     ]
                 */
                domains?: string[] | null;
                /** @description Requests must carry their signature. Default false. */
                enforceSignatures?: boolean | null;
                /**
                 * @description Addresses and CIDR ranges that may call the API; empty: any. Default empty.
                 * @example [
                 *       "203.0.113.0/24",
                 *       "2001:db8::7"
                 *     ]
                 */
                ipAllowList?: string[] | null;
                /**
                 * Format: text
                 * @description Where webhooks go: https, without credentials, to a public host. null: nowhere. A new address also gets the events that are not delivered yet. Up to 500 characters.
                 * @example https://shop.example/webhooks
                 */
                notificationUrl?: string | null;
                /** @description Strict signing: every POST must carry `X-Signature` over its body, also the calls of v3 and v2. A call that creates a transaction must name a merchantReference, and a refund a refundReference. Needs `enforceSignatures`. Default false. */
                signAllRequests?: boolean | null;
            };
        };
        /** @description An invitation that works. */
        Invitation: {
            /** @description Who is invited. */
            email: string;
            /**
             * Format: date-time
             * @description Until when the link works.
             */
            expiresAt: string;
            /** @description true: the link gives a user who is there already a new password. */
            isMember: boolean;
            /** @description Where. */
            merchantName: string;
            /** @description null: has given none yet. */
            name: string | null;
            /**
             * @description As what.
             * @enum {string}
             */
            role: "owner" | "developer" | "finance-maker" | "finance-approver" | "support" | "read-only";
        };
        /** @description A user with a new link. */
        InvitedUser: {
            /** @description Where the person sets a password. Shown only here. */
            invitationUrl: string;
            /**
             * Format: uuid
             * @description The user.
             */
            userId: string;
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
        /** @description A request to the API. Bodies, queries and headers are never kept. */
        LoggedRequest: {
            /**
             * Format: moment
             * @description When it was answered.
             */
            at: string;
            /** @description How long the answer took, in milliseconds. */
            durationMs: number;
            /** @description Error code of the answer. */
            errorCode: string | null;
            /**
             * Format: uuid
             * @description Its row.
             */
            id: string;
            /** @description Requests between this one and the one written before it that were not written, because too many came at once. */
            leftOut: number;
            /** @description Of a refusal: what it said. */
            message: string | null;
            /** @description Method. */
            method: string;
            /** @description Path without its query; digits of what may be a card number are dots. */
            path: string;
            /** @description `X-Request-Id` of the answer. */
            requestId: string;
            /** @description Address that it came from. */
            source: string;
            /** @description HTTP status of the answer. */
            status: number;
            /** @description The transaction that the answer names. */
            transactionId: string | null;
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
        /** @description An option of the catalogue, as the brand has it. */
        Method: {
            /** @description Countries; WORLDWIDE or ANY: all of them. */
            countries: string[];
            /** @description Currencies. */
            currencies: string[];
            /**
             * @description Whether shoppers pay with it or recipients are paid by it.
             * @enum {string}
             */
            direction: "PAYIN" | "PAYOUT";
            /** @description Whether it is on. */
            enabled: boolean;
            /** @description Its mark: a file of /assets/logos. */
            logo: string;
            /** @description Largest amount; null: the usual one. */
            maxAmount: number | null;
            /** @description Smallest amount, in units of the transaction's currency; null: the usual one. */
            minAmount: number | null;
            /** @description Its name. */
            name: string;
            /**
             * Format: uuid
             * @description The option.
             */
            optionId: string;
            /** @description Providers that serve it in one of its currencies; none: shoppers never see it. */
            servedBy: string[];
            /** @description Banks, wallets or networks below it. */
            suboptions: {
                /** @description Whether it is on. */
                enabled: boolean;
                /** @description Its mark: a file of /assets/logos. */
                logo: string;
                /** @description Largest amount; null: the usual one. */
                maxAmount: number | null;
                /** @description Smallest amount, in units of the transaction's currency; null: the usual one. */
                minAmount: number | null;
                /** @description Its name. */
                name: string;
                /**
                 * Format: uuid
                 * @description The option.
                 */
                optionId: string;
                /** @description Providers that serve it in one of its currencies; none: shoppers never see it. */
                servedBy: string[];
            }[];
            /** @description Kind of option, such as CARD or WALLET. */
            type: string;
            /** @description Largest amount where none was set. */
            usualMaxAmount: number | null;
            /** @description Smallest amount where none was set; null: the smallest unit of the currency. */
            usualMinAmount: number | null;
        };
        /** @description What a brand has set for one option. */
        MethodSetting: {
            /** @description Whether it is on. */
            enabled: boolean;
            /** @description Largest amount; null: the usual one. */
            maxAmount: number | null;
            /** @description Smallest amount; null: the usual one. */
            minAmount: number | null;
        };
        /** @description What to block: a value, or what a transaction had. */
        NewBlock: {
            /**
             * Format: date-time
             * @description When it ends, in the future. Absent: when you delete it.
             * @example 2036-03-01T00:00:00Z
             */
            expiresAt?: string | null;
            /**
             * @description What is blocked: a card; the first digits of card numbers; an e-mail address, in whatever case; a userId as requests name it; an address or a range of addresses, of the customer or of the browser in the cashier; the country of a transaction.
             * @enum {string}
             */
            kind: "card" | "bin" | "email" | "userId" | "ip" | "country";
            /**
             * Format: text
             * @description Why, in your words. Shoppers and merchants never read it. 1 to 255 characters.
             * @example card testing on 1 March
             */
            reason: string;
            /**
             * Format: uuid
             * @description A transaction of the brand whose card, customer, network (of IPv6 the /64) or country is to be blocked.
             */
            transactionId?: string | null;
            /**
             * Format: text
             * @description What to block, unless a transaction says it. `bin`: six to eight digits. `ip`: an address or a range (CIDR). `country`: two capital letters. Not for a card, whose number must not come here. 1 to 255 characters.
             * @example 203.0.113.0/24
             */
            value?: string | null;
        };
        /** @description A new API key or signing secret. */
        NewCredential: {
            /**
             * Format: date-time
             * @description When the former ones end.
             */
            previousExpiresAt: string;
            /** @description The new key or secret. Shown only here. */
            secret: string;
        };
        /** @description Recovery codes in the place of the former ones. */
        NewRecoveryCodes: {
            /** @description Ten, each good once, shown only here. */
            recoveryCodes: string[];
        };
        /** @description Of an authenticator app that is being added. Shown only here. */
        NewTotp: {
            /** @description The same as a picture to scan: a data URL. */
            qrCode: string;
            /** @description Base32, to be typed where nothing can be scanned. */
            secret: string;
            /** @description otpauth: address, for an app on the same device. */
            uri: string;
        };
        /** @description How a brand is doing. */
        Overview: {
            approval: components["schemas"]["OverviewApproval"];
            /** @description In the order of the codes. */
            balances: components["schemas"]["OverviewBalance"][];
            /** @description Most payments first. */
            currencies: components["schemas"]["OverviewCurrency"][];
            /** @description Most frequent first. */
            declines: components["schemas"]["OverviewDecline"][];
            /** @description A stretch of time. */
            former: {
                /**
                 * Format: date-time
                 * @description Its beginning.
                 */
                begins: string;
                /**
                 * Format: date-time
                 * @description Its end, itself left out.
                 */
                ends: string;
            };
            /** @description First day. */
            from: string;
            /** @description No transaction was made in the period or the one before it. */
            isEmpty: boolean;
            /** @description A stretch of time. */
            period: {
                /**
                 * Format: date-time
                 * @description Its beginning.
                 */
                begins: string;
                /**
                 * Format: date-time
                 * @description Its end, itself left out.
                 */
                ends: string;
            };
            /**
             * @description Of the lines.
             * @enum {string}
             */
            step: "hour" | "day";
            /** @description Whose days they are. */
            timeZone: string;
            /** @description Last day. */
            to: string;
            undecided: components["schemas"]["OverviewUndecided"];
            webhooks: components["schemas"]["OverviewWebhooks"];
        };
        /** @description Of the pay-ins of all currencies that ended (completed, declined, error), how many completed. */
        OverviewApproval: {
            /** @description Completed pay-ins. */
            approved: number;
            /** @description Pay-ins that ended. */
            ended: number;
            /** @description The same of the former period. */
            formerRate: number | null;
            /** @description approved ÷ ended; null: none ended. */
            rate: number | null;
            /** @description Along the period. */
            steps: {
                /** @description Completed pay-ins. */
                approved: number;
                /**
                 * Format: date-time
                 * @description Its beginning.
                 */
                begins: string;
                /** @description Pay-ins that ended. */
                ended: number;
            }[];
        };
        /** @description Now, whatever the period. */
        OverviewBalance: {
            /** @description May be spent. */
            available: number;
            /** @description Of the amounts. */
            currency: string;
            /**
             * Format: date-time
             * @description When the oldest of them was made.
             */
            oldestWaitingSince: string | null;
            /** @description How many. */
            payoutsWaiting: number;
            /** @description Set aside. */
            reserved: number;
            /** @description Payouts that wait for their approval, in sum. */
            waitingForApproval: number;
        };
        /** @description A period in one currency. */
        OverviewCurrency: {
            /** @description Largest first. */
            countries: {
                /** @description What they add up to. */
                amount: number;
                /** @description Completed pay-ins. */
                approved: number;
                /** @description Completed pay-ins. */
                count: number;
                /** @description Pay-ins that ended: completed, declined, or failed with an error. */
                ended: number;
                /** @description The country; null: none was chosen. */
                key: string | null;
                /** @description approved ÷ ended; null: none ended. */
                rate: number | null;
            }[];
            /** @description Of the amounts. */
            currency: string;
            former: components["schemas"]["OverviewVolume"];
            /** @description The same of the former period. */
            formerRefundedShare: number | null;
            /** @description Largest first. */
            methods: {
                /** @description What they add up to. */
                amount: number;
                /** @description Completed pay-ins. */
                approved: number;
                /** @description Completed pay-ins. */
                count: number;
                /** @description Pay-ins that ended: completed, declined, or failed with an error. */
                ended: number;
                /** @description The method; null: none was chosen. */
                key: string | null;
                /** @description Its payment option, to list its transactions by; null: none was chosen. */
                optionId: string | null;
                /** @description approved ÷ ended; null: none ended. */
                rate: number | null;
            }[];
            own: components["schemas"]["OverviewVolume"];
            /** @description Money out. */
            payouts: {
                /** @description What they add up to. */
                amount: number;
                /** @description Completed payouts. */
                count: number;
            };
            /** @description Of the volume, what was refunded; null: there was none. */
            refundedShare: number | null;
            /** @description Along the period; a step without a payment is there too. */
            steps: {
                /** @description Completed pay-ins. */
                amount: number;
                /**
                 * Format: date-time
                 * @description Its beginning.
                 */
                begins: string;
                /** @description How many. */
                count: number;
                /** @description The same step of the former period. */
                formerAmount: number;
                /** @description What was given back of them, or is on its way. */
                refunded: number;
            }[];
        };
        /** @description Pay-ins that were declined for one reason. */
        OverviewDecline: {
            /** @description Pay-ins that ended so. */
            count: number;
            /** @description Of the catalogue. */
            errorCode: string;
            /** @description The same of the former period. */
            formerCount: number;
            /** @description In words. */
            reason: string;
        };
        /** @description Outcomes that nobody knows and a person decides. */
        OverviewUndecided: {
            /**
             * Format: date-time
             * @description When the oldest was made.
             */
            oldestSince: string | null;
            /** @description Refunds. */
            refunds: number;
            /** @description Transactions. */
            transactions: number;
        };
        /** @description Completed pay-ins, by the time they were made. */
        OverviewVolume: {
            /** @description What they add up to. */
            amount: number;
            /** @description Completed pay-ins. */
            count: number;
            /** @description What was given back of them, or is on its way. */
            refunded: number;
        };
        /** @description Now, whatever the period. */
        OverviewWebhooks: {
            /** @description Given up, of the latest events. */
            abandoned: number;
            /** @description Delivered of the latest events. */
            delivered: number;
            /** @description The latest events of the last 24 hours, 2,000 at most. */
            looked: number;
            /** @description Endpoints that are paused. */
            pausedEndpoints: number;
            /** @description Events in line, 10,000 at most. */
            waiting: number;
        };
        /** @description A browser in which the caller is signed in. */
        OwnSession: {
            /** @description As it calls itself, such as "Chrome on macOS". */
            browser: string;
            /**
             * Format: date-time
             * @description When it began.
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description The session.
             */
            id: string;
            /** @description Address at the sign-in. */
            ip: string;
            /** @description false: its second factor is still to come. */
            isProven: boolean;
            /** @description The one this call came with. */
            isThis: boolean;
            /**
             * Format: date-time
             * @description When somebody used it last, within half a minute.
             */
            lastUsedAt: string;
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
        /** @description Somebody who works for the merchant. */
        PortalUser: {
            /**
             * Format: date-time
             * @description When the user was invited.
             */
            createdAt: string;
            /** @description E-mail address. */
            email: string;
            /**
             * Format: uuid
             * @description The user.
             */
            id: string;
            /**
             * Format: date-time
             * @description Until when an unused link works; null: there is none.
             */
            invitationExpiresAt: string | null;
            /** @description The caller. */
            isYou: boolean;
            /**
             * Format: date-time
             * @description null: never.
             */
            lastSignInAt: string | null;
            /**
             * Format: date-time
             * @description null: not locked.
             */
            lockedUntil: string | null;
            /** @description null: has given none yet. */
            name: string | null;
            /**
             * @description What the user may do.
             * @enum {string}
             */
            role: "owner" | "developer" | "finance-maker" | "finance-approver" | "support" | "read-only";
            /** @description What the user can prove. */
            secondFactors: ("passkey" | "totp" | "recovery-code")[];
            /**
             * @description invited: has not signed up yet. expired: nor can, the link is too old. locked: too many sign-ins failed.
             * @enum {string}
             */
            state: "active" | "invited" | "expired" | "locked" | "disabled";
        };
        /** @description What was said between the gateway and the provider. */
        ProviderExchange: {
            /** @description Names of the fields of the last answer. */
            answered: string[];
            /** @description How often a shopper submitted it in the cashier. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string | null;
            /** @description How often the provider was asked without an end. */
            inquiries: number;
            /**
             * Format: date-time
             * @description When it is looked at next.
             */
            nextQuestionAt: string | null;
            /** @description Who it is with. */
            provider: string | null;
            /** @description The provider's reference. */
            providerReference: string | null;
            /** @description What the last answer was. */
            resultType: string | null;
            /** @description The same as a number. */
            statusCode: number | null;
            /** @description 3-D Secure: flow and status. */
            threeDs: string | null;
        };
        /** @description How the providers do. */
        ProviderHealthList: {
            /** @description The providers, in the order in which they are tried. */
            items: {
                /** @description Pay-ins and payouts sent to it. */
                calls: number;
                /**
                 * @description open: nothing new is sent to it for the moment.
                 * @enum {string}
                 */
                circuit: "closed" | "open";
                /**
                 * Format: moment
                 * @description Since when its circuit stands so.
                 */
                circuitSince: string;
                /** @description Of these: no answer, or an answer that says it failed technically. A decline is none. */
                failed: number;
                /** @description Not sent, because its circuit was open. */
                heldBack: number;
                /** @description Half of the calls took at most so long, in milliseconds; null: there was none. */
                p50Ms: number | null;
                /** @description 95 of 100 calls took at most so long, in milliseconds; null: there was none. */
                p95Ms: number | null;
                /** @description The provider. */
                provider: string;
            }[];
        };
        /** @description How the merchant's receiver treats webhooks. */
        ReceiverReport: {
            /**
             * Format: moment
             * @description When the check began.
             */
            at: string;
            /** @description One for each thing that was looked at. */
            findings: {
                /** @description The answers that it was graded by. */
                answers: {
                    /** @description How long it took, in milliseconds. */
                    durationMs: number;
                    /** @description Why there was no answer, or why it counts as none. */
                    error: string | null;
                    /** @description The answer; null: there was none. */
                    statusCode: number | null;
                }[];
                /**
                 * @description What was looked at.
                 * @enum {string}
                 */
                check: "reachable" | "wrong-signature" | "no-signature" | "quick" | "twice" | "reordered" | "unknown-fields";
                /** @description What happened. */
                found: string;
                /**
                 * @description How it went.
                 * @enum {string}
                 */
                grade: "pass" | "warn" | "fail" | "skipped";
                /** @description Why it matters. */
                means: string;
                /** @description What to do; null: nothing. */
                mend: string | null;
            }[];
            /** @description The address, without its query. */
            url: string;
        };
        /** @description Webhooks of a range of time, sent once more in their order. */
        Replay: {
            /**
             * Format: moment
             * @description When it was begun.
             */
            createdAt: string;
            /** @description How many of them were tried again so far. */
            done: number;
            /**
             * Format: moment
             * @description When it ended; null: it goes on.
             */
            endedAt: string | null;
            /** @description How many events it has. */
            events: number;
            /**
             * Format: moment
             * @description From this time on.
             */
            from: string;
            /**
             * Format: uuid
             * @description The replay.
             */
            id: string;
            /** @description Who began it. */
            startedBy: string;
            /** @description A person ended it before its end. */
            stopped: boolean;
            /**
             * Format: moment
             * @description Before this time.
             */
            to: string;
            /** @description false: also what was delivered. */
            undeliveredOnly: boolean;
        };
        /** @description What a replay would send. */
        ReplayCount: {
            /** @description How many events the range has; one more than `most` where there are more. */
            events: number;
            /** @description A replay sends no more than this. */
            most: number;
        };
        /** @description The latest replays of a brand. */
        Replays: {
            /** @description The replays. */
            items: components["schemas"]["Replay"][];
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
        /** @description What goes on. */
        ResumedWebhooks: {
            /** @description The addresses that were paused; empty where none was. */
            resumed: {
                /** @description The address, without its query. */
                url: string;
                /** @description Events that it missed and gets now. */
                waitingEvents: number;
            }[];
        };
        /** @description At most `limit` (1 to 1000) within `windowSeconds` (1 to 2592000, 30 days); null or absent: no limit. */
        RiskLimit: {
            /** @description So many are let through; the next one is refused. */
            limit: number;
            /** @description Within any stretch of so many seconds. */
            windowSeconds: number;
        };
        /** @description One line of the answer. */
        SampleProgress: {
            /**
             * Format: uuid
             * @description The sample shop.
             */
            brandId: string;
            /** @description Its name. */
            brandName: string;
            /** @description Payments that have been made. */
            done: number;
            /** @description Payments of the whole month. */
            of: number;
        };
        /** @description A list that people come back to. */
        SavedView: {
            /** @description Whose it is. */
            by: string;
            /**
             * Format: uuid
             * @description The view.
             */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Of whoever asks, who may remove it. */
            own: boolean;
            /** @description The query of the page's address, without its question mark. */
            query: string;
            /** @description Colleagues see it, too. */
            shared: boolean;
        };
        /** @description Signing secrets of the brand, without the secrets. */
        SecretIds: {
            /** @description The secrets. */
            items: {
                /**
                 * Format: moment
                 * @description When it was made.
                 */
                createdAt: string;
                /** @description When it ends or ended; null: when it is replaced. */
                expiresAt: string | null;
                /** @description What it begins and ends with; null: made before that was kept. */
                hint: string | null;
                /**
                 * Format: uuid
                 * @description The secret.
                 */
                id: string;
                /** @description When a request was last signed with it, to the minute. */
                lastUsedAt: string | null;
            }[];
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
        /** @description The settings of a brand as they are now. */
        Settings: {
            /** @description false: it takes no new transactions. */
            active: boolean;
            /** @description Payouts need no approval. */
            automaticApproval: boolean;
            /**
             * Format: uuid
             * @description The brand.
             */
            brandId: string;
            /** @description What holds where nothing was chosen. */
            defaultLook: {
                /** @description Where none was chosen. */
                accentColour: string;
                /** @description Where none was chosen, in pixels. */
                cornerRadius: number;
            };
            /** @description What merchantDomain may be. */
            domains: string[];
            /** @description Requests must carry their signature. */
            enforceSignatures: boolean;
            /** @description A payout made in the portal is approved by another person. */
            fourEyes: boolean;
            /** @description Who may call the API; empty: anyone with a key. */
            ipAllowList: string[];
            look: components["schemas"]["ChosenLook"];
            /** @description Name of the brand. */
            name: string;
            /** @description Where webhooks go; null: nowhere. What follows a question mark is shown to those who may change it. */
            notificationUrl: string | null;
            /** @description Each request must name one of `domains`. */
            paymentFacilitator: boolean;
            /** @description Rules against card testing: `"off"` (the default in test), `"standard"` (the default in production), or limits of its own, each of them null where the rule is off. They count card pay-ins of the brand within any stretch of `windowSeconds`: `attemptsPerCard` attempts, `wrongCodesPerCard` declines for a wrong CVV (2004), `declinesPerSource`, `declinesPerUser` and `declinesPerBin` declines of a network address, a userId and the first six digits of a number. Beyond a limit an attempt is declined 2202 (wrong CVVs: 2203), and no provider is asked. Standard: 10 an hour, 3 a day, 20, 10 and 100 an hour. */
            risk: string | {
                attemptsPerCard?: components["schemas"]["RiskLimit"] | null;
                declinesPerBin?: components["schemas"]["RiskLimit"] | null;
                declinesPerSource?: components["schemas"]["RiskLimit"] | null;
                declinesPerUser?: components["schemas"]["RiskLimit"] | null;
                wrongCodesPerCard?: components["schemas"]["RiskLimit"] | null;
            };
            /** @description Every POST must carry `X-Signature`. */
            signAllRequests: boolean;
            /** @description What `standard` means. */
            standardRisk: {
                [key: string]: unknown;
            };
            /** @description IANA name. */
            timeZone: string;
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
        /** @description One address and password at several merchants. */
        SeveralMerchants: {
            /** @description Where address and password are right. */
            merchants: {
                /**
                 * Format: uuid
                 * @description The merchant.
                 */
                id: string;
                /** @description Name. */
                name: string;
            }[];
            /** @description What to do. */
            message: string;
            /** @description Of this call. */
            requestId: string;
            /** @description 409. */
            statusCode: number;
        };
        /** @description Why a signature matches or does not. Never a signature. */
        SignatureExplanation: {
            /** @description Where the given body first differs from the string to sign; null: it does not. */
            difference: {
                /** @description Characters before it. */
                at: number;
                /** @description The given body around there. */
                given: string;
                /** @description The string to sign around there. */
                signed: string;
            } | null;
            /** @description The body names an event of the brand, so the bytes that were sent are known. */
            knownEvent: boolean;
            /** @description What the given signature was made with. */
            mistakes: {
                /**
                 * @description What is wrong.
                 * @enum {string}
                 */
                of: "text" | "encoding" | "secret";
                /** @description What was done, and what to do. */
                says: string;
            }[];
            /** @description Which secret the given signature was made with; null: none of them. */
            secretId: string | null;
            /** @description What the right signature is made of; null: the body cannot be read. */
            stringToSign: string | null;
            /**
             * @description explained: it was made by a mistake that is known. unexplained: by none that is known, or with another secret.
             * @enum {string}
             */
            verdict: "matches" | "explained" | "unexplained";
        };
        /** @description Where a sign-in stands. */
        SignInStep: {
            /** @description Whose sign-in it is. */
            email: string;
            /** @description Where the person works. */
            merchantName: string;
            /**
             * @description done: signed in. prove: the second factor is due, over one of `ways`. enrol: the first one has to be added.
             * @enum {string}
             */
            step: "done" | "prove" | "enrol";
            /** @description What proves the second factor, the best first. */
            ways: ("passkey" | "totp" | "recovery-code")[];
        };
        /** @description Code to paste, with what it needs of the brand. */
        Snippets: {
            /** @description The newest key of the brand; the key itself was shown when it was made. */
            apiKey: {
                /** @description What it begins and ends with; null: made before that was kept. */
                hint: string | null;
                /**
                 * Format: uuid
                 * @description The key.
                 */
                id: string;
            } | null;
            /**
             * Format: uuid
             * @description The brand whose key the code uses.
             */
            brandId: string;
            /** @description The address of the API. */
            publicUrl: string;
            /** @description The secret that webhooks are signed with now. */
            signingSecretId: string | null;
            /** @description What there is code for. */
            snippets: {
                /** @description Method and path; empty for code of your own server. */
                address: string;
                /** @description Where the API reference tells of it. */
                docs: string;
                /** @description The operation, as it is called in the API reference. */
                id: string;
                /** @description One for each language. */
                samples: {
                    /** @description Code to paste. */
                    code: string;
                    /** @description Language. */
                    language: string;
                }[];
                /** @description What it does. */
                title: string;
            }[];
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
        /** @description Something that waits for a person. */
        StuckItem: {
            /** @description Of the transaction or refund. In units of the currency. */
            amount: number;
            /** @description Currency code. */
            currency: string;
            /**
             * @description unknown-outcome and undecided-refund: the provider never told, and is asked no more. waiting-payout: its approval is late.
             * @enum {string}
             */
            kind: "unknown-outcome" | "undecided-refund" | "waiting-payout";
            /** @description The merchant's reference, or the id of the refund. */
            reference: string;
            /**
             * Format: uuid
             * @description The refund, of an undecided one.
             */
            refundId: string | null;
            /**
             * Format: date-time
             * @description Since when.
             */
            since: string;
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
        /** @description A test event and its answer. */
        TestDelivery: {
            /** @description How an answer that is no success began, at most 1 KB. */
            answer: string | null;
            /** @description What was sent. */
            body: string;
            /** @description How long it took, in milliseconds. */
            durationMs: number;
            /** @description Why there was no answer, or why it counts as none. */
            error: string | null;
            /** @description The headers that were sent. */
            headers: {
                /** @description Name. */
                name: string;
                /** @description Value. */
                value: string;
            }[];
            /** @description The answer; null: there was none. */
            statusCode: number | null;
            /** @description The address, without its query. */
            url: string;
        };
        /** @description Who did it. */
        TransactionActor: {
            /**
             * @description What acted. user: a colleague; api: over the API; resolver: the provider, asked by the gateway.
             * @enum {string}
             */
            kind: "user" | "operator" | "api" | "merchant" | "shopper" | "provider" | "resolver" | "expiry" | "sandbox" | "gateway";
            /** @description Of a person or brand. */
            name: string | null;
        };
        /** @description An attempt in the cashier that was declined. */
        TransactionAttempt: {
            /**
             * Format: date-time
             * @description When it was declined.
             */
            at: string;
            /** @description 1, 2, 3 … */
            attempt: number;
            /** @description Why it was declined. */
            errorCode: string;
            /** @description The same in words. */
            errorReason: string;
            /** @description What it was tried with. */
            option: string | null;
        };
        /** @description What the list may be narrowed to. */
        TransactionFilters: {
            /** @description Country codes that options name. */
            countries: string[];
            /** @description Currency codes, by their letters. */
            currencies: string[];
            /** @description Why transactions are declined or fail. */
            errorCodes: {
                /** @description The code. */
                code: string;
                /** @description What it means. */
                reason: string;
            }[];
            /** @description Payment options, pay-ins first. */
            options: {
                /** @description PAYIN or PAYOUT. */
                direction: string;
                /**
                 * Format: uuid
                 * @description The option.
                 */
                id: string;
                /** @description Its name. */
                name: string;
            }[];
        };
        /** @description A transaction in a list. */
        TransactionItem: {
            /** @description Amount. In units of the currency. */
            amount: number;
            /** @description What was refunded, or is on its way back. In units of the currency. */
            amountRefunded: number;
            /** @description Scheme and last four digits of the card. */
            card: string | null;
            /**
             * Format: date-time
             * @description When it completed.
             */
            completedAt: string | null;
            /** @description Country code. */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Currency code. */
            currency: string;
            /** @description Name of the customer or recipient. */
            customer: string | null;
            /** @description Why it was declined or failed. */
            errorCode: string | null;
            /** @description The same in words. */
            errorReason: string | null;
            /**
             * Format: uuid
             * @description The transaction.
             */
            id: string;
            /** @description Paid after it had expired or been cancelled. */
            lateSuccess: boolean;
            /** @description The merchant's reference. */
            merchantReference: string;
            /** @description Payment option or suboption. */
            option: string | null;
            /** @description Kind of the option. */
            optionType: string | null;
            /** @description Payment or invoice reference. */
            paymentReference: string;
            /** @description Who it is with. */
            provider: string | null;
            /** @description The provider's reference. */
            providerReference: string | null;
            /**
             * @description How much of it was refunded.
             * @enum {string}
             */
            refunded: "none" | "part" | "all";
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR";
            /**
             * @description Pay-in or payout.
             * @enum {string}
             */
            type: "PAYIN" | "PAYOUT";
            /** @description Its outcome is unknown, and a person has to decide it. */
            undecided: boolean;
            /**
             * Format: date-time
             * @description When it changed last.
             */
            updatedAt: string;
            /** @description The merchant's id of the customer. */
            userId: string;
        };
        /** @description A note of a colleague. */
        TransactionNote: {
            /** @description Who wrote it. */
            by: string;
            /**
             * Format: date-time
             * @description When.
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description The note.
             */
            id: string;
            /** @description What it says. */
            note: string;
            /** @description Written by whoever asks, who may remove it. */
            own: boolean;
        };
        /** @description All that is known of a transaction. */
        TransactionPage: {
            /** @description What whoever asks may do to it now. */
            actions: ("refund" | "cancel" | "confirm" | "decide" | "decide-refund" | "settle-payout" | "resend-webhook" | "block-card" | "block-email" | "block-user" | "block-address" | "note")[];
            /** @description Those that were declined. */
            attempts: components["schemas"]["TransactionAttempt"][];
            /** @description What the brand has available in its currency. In units of the currency. */
            available: number;
            exchange: components["schemas"]["ProviderExchange"];
            /** @description More about it. */
            facts: {
                /** @description Month and year. */
                cardExpiry: string | null;
                /** @description What a confirmation must bring: UTR, TRANSACTION_ID, DOCUMENT or ANY. */
                confirmBy: string | null;
                /** @description The merchant's own. */
                extra1: string | null;
                /** @description The merchant's own. */
                extra2: string | null;
                /** @description The merchant's own. */
                extra3: string | null;
                /**
                 * @description The door it came through.
                 * @enum {string}
                 */
                origin: "v3" | "v2" | "session" | "portal";
                /** @description Account of the recipient, masked. */
                recipient: string | null;
                /** @description What the error code advises. */
                retryAdvice: string | null;
                /** @description The session. */
                sessionId: string;
            };
            /** @description Oldest first. */
            notes: components["schemas"]["TransactionNote"][];
            person: components["schemas"]["TransactionPerson"];
            /** @description What is left to refund. In units of the currency. */
            refundable: number;
            /** @description Oldest first. */
            refunds: components["schemas"]["TransactionRefund"][];
            /** @description Others of this customer, newest first. */
            related: components["schemas"]["TransactionItem"][];
            risk: components["schemas"]["TransactionRisk"];
            sentence: components["schemas"]["TransactionSentence"];
            /** @description By their letters. */
            tags: string[];
            /** @description Oldest first. */
            timeline: components["schemas"]["TransactionStep"][];
            transaction: components["schemas"]["TransactionItem"];
            /** @description Oldest first. */
            transfers: components["schemas"]["TransactionTransfer"][];
            /** @description Oldest first. */
            webhooks: components["schemas"]["TransactionWebhook"][];
        };
        /** @description Who pays, or is paid. */
        TransactionPerson: {
            /** @description Country code. */
            country: string | null;
            /** @description Masked. */
            email: string | null;
            /** @description Address of the device. */
            ip: string | null;
            /** @description Name. */
            name: string | null;
            /** @description Masked. */
            phone: string | null;
            /** @description The merchant's id; null: none was named. */
            userId: string | null;
        };
        /** @description A refund of the transaction. */
        TransactionRefund: {
            /** @description Amount. In units of the currency. */
            amount: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            endedBy: components["schemas"]["TransactionActor"] | null;
            /** @description Why it failed. */
            errorCode: string | null;
            /** @description The same in words. */
            errorReason: string | null;
            /**
             * Format: uuid
             * @description The refund.
             */
            id: string;
            /** @description How often the provider was asked about it without an end. */
            inquiries: number;
            madeBy: components["schemas"]["TransactionActor"];
            /** @description The provider's reference of it. */
            providerReference: string | null;
            /** @description Why it was made. */
            reason: string | null;
            /** @description The merchant's reference of it. */
            refundReference: string | null;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "PENDING" | "COMPLETED" | "FAILED";
            /** @description Its end is unknown, and a person has to decide it. */
            undecided: boolean;
            /**
             * Format: date-time
             * @description When it changed last.
             */
            updatedAt: string;
        };
        /** @description Counters and blocks that concern it. */
        TransactionRisk: {
            /** @description Blocks of the brand that concern it. */
            blocks: {
                /**
                 * Format: date-time
                 * @description Until when.
                 */
                expiresAt: string | null;
                /**
                 * Format: uuid
                 * @description The block.
                 */
                id: string;
                /** @description What is blocked. */
                kind: string;
                /** @description Why. */
                reason: string;
                /** @description Which one. */
                value: string;
            }[];
            /** @description How the risk rules count its card, user and address now. */
            counters: {
                /** @description So many count now. */
                counted: number;
                /** @description So many are let through. */
                limit: number;
                /** @description Name of the rule. */
                rule: string;
                /** @description Within so many seconds. */
                windowSeconds: number;
            }[];
        };
        /** @description The sentence that the page begins with. */
        TransactionSentence: {
            /** @description What can be done. */
            next: string | null;
            /**
             * @description How it is to be shown.
             * @enum {string}
             */
            tone: "good" | "bad" | "waiting" | "attention" | "quiet";
            /** @description What happened, and why. */
            what: string;
        };
        /** @description A step in the life of the transaction. */
        TransactionStep: {
            actor: components["schemas"]["TransactionActor"];
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /**
             * @description What kind of step.
             * @enum {string}
             */
            kind: "created" | "status" | "attempt" | "refund" | "act";
            /** @description Why. */
            reason: string | null;
            /** @description The status it led to, of a transaction or refund. */
            status: string | null;
            /** @description The step in words. */
            what: string;
        };
        /** @description Tags of a transaction. */
        TransactionTags: {
            /** @description All tags of the transaction, 20 at most. */
            tags: string[];
        };
        /** @description A movement of money in the ledger. */
        TransactionTransfer: {
            /** @description Amount. In units of the currency. */
            amount: number;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description The account it left. */
            from: string;
            /**
             * Format: uuid
             * @description The transfer.
             */
            id: string;
            /** @description The account it went to. */
            to: string;
        };
        /** @description A webhook event of the transaction. */
        TransactionWebhook: {
            /**
             * Format: date-time
             * @description When the event came about.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the receiver took it.
             */
            deliveredAt: string | null;
            /** @description What went wrong in the last try. */
            error: string | null;
            /**
             * Format: uuid
             * @description The event.
             */
            eventId: string;
            /** @description What it tells. */
            eventType: string;
            /**
             * Format: date-time
             * @description When it is sent next.
             */
            nextTryAt: string | null;
            /** @description Its number within the transaction. */
            sequence: number;
            /**
             * @description delivered: the receiver took it. pending: it will be sent. waiting: its endpoint is paused or has a line. abandoned: every try failed. unaddressed: there is no address.
             * @enum {string}
             */
            state: "pending" | "delivered" | "waiting" | "abandoned" | "unaddressed";
            /** @description HTTP status of the last try. */
            statusCode: number | null;
            /** @description How often it was sent. */
            tries: number;
            /** @description Where the last try went, without its query. */
            url: string | null;
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
            /** @description false: the brand has four eyes, and another person approves it. */
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
            /**
             * @description made: whoever asks made it. access: less than 24 hours ago the maker or whoever asks gave the other one access to the portal anew, or one colleague gave it to both. null: nothing is against it.
             * @enum {unknown}
             */
            whyNot: "made" | "access" | null;
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
        /** @description How the webhooks of a brand are doing. */
        WebhookHealth: {
            /** @description Events that were given up. Counted to 10,000. */
            abandoned: number;
            /** @description No count goes further. */
            countedTo: number;
            /** @description Addresses that fail or are paused. */
            endpoints: {
                /**
                 * Format: moment
                 * @description Since when nothing was answered 2xx.
                 */
                failingSince: string | null;
                /** @description false: an address that transactions name themselves. */
                isBrandAddress: boolean;
                /**
                 * Format: moment
                 * @description Since when it is paused.
                 */
                pausedAt: string | null;
                /** @description Why it is paused: what its answers were, or who paused it. */
                pauseReason: string | null;
                /** @description The address, without its query. */
                url: string;
            }[];
            /** @description Half of these took at most so long, in milliseconds. */
            p50Ms: number | null;
            /** @description 95 of 100 of these took at most so long, in milliseconds. */
            p95Ms: number | null;
            /** @description Events that failed and are tried again. Counted to 10,000. */
            retrying: number;
            /**
             * Format: moment
             * @description When the first of these tries was.
             */
            since: string | null;
            /** @description Of these, answered 2xx. */
            succeeded: number;
            /** @description Tries of the latest 500 events. */
            tries: number;
            /** @description Events without an address. Counted to 10,000. */
            unaddressed: number;
            /** @description The notification address of the brand, without its query. */
            url: string | null;
            /** @description Events that wait in the line of an address. Counted to 10,000. */
            waiting: number;
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
    showAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    changeOwnName: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: text
                     * @description As colleagues and the audit log call the person. 1 to 100 characters.
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Changed. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    showConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where it stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Confirmation"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    confirmIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the browser made of the challenge of `askPasskey`. */
                    passkey?: Record<string, never>;
                    /** @description Password. */
                    password: string;
                    /** @description As typed; blanks and dashes do not count. */
                    recoveryCode?: string;
                    /** @description As typed; blanks and dashes do not count. */
                    totp?: string;
                };
            };
        };
        responses: {
            /** @description Confirmed. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: text
                     * @description What tells it from others, such as the device. 1 to 60 characters.
                     */
                    name: string;
                    /** @description What the browser made of the challenge. */
                    response: Record<string, never>;
                };
            };
        };
        responses: {
            /** @description Added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedFactor"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The passkey. */
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The passkey. */
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: text
                     * @description What tells it from others, such as the device. 1 to 60 characters.
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Renamed. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At least 12 and at most 256 characters, not easy to guess. */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Changed. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewRecoveryCodes"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Sessions. */
                        items: components["schemas"]["OwnSession"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    finishTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As typed; blanks and dashes do not count. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedFactor"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    beginTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the app needs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTotp"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    searchAudit: {
        parameters: {
            query?: {
                /** @description What was done, with commas between: merchant.created, brand.created, brand.changed, brand.option-set, brand.funded, api-key.rotated, api-key.ended, signing-secret.rotated, signing-secret.ended, webhooks.resumed, webhooks.paused, webhooks.replayed, webhooks.replay-stopped, webhooks.tested, user.invited, user.signed-in, user.signed-out, user.sign-in-failed, payout.created, link.created, user.joined, user.changed, user.password-changed, user.second-factor-added, user.second-factor-removed, user.second-factor-reset, user.recovery-codes-made, user.sessions-ended, payout.approved, payout.declined, transaction.cancelled, outcome.forced, outcome.decided, payment.confirmed, refund.made, refund.decided, webhook.resent, note.added, note.removed, tags.changed, block.created, block.removed, operator-token.created, operator-token.removed, operator.sign-in-failed, demo.seeded. */
                action?: string;
                /** @description Ids of people, operators or brands, with commas between. 1 to 1000 characters. */
                actor?: string;
                /** @description user: people of the merchant. api: holders of an API key. */
                actorKind?: "operator" | "user" | "api";
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description From then on. */
                from?: string;
                /** @description Rows at most, 1 to 100. Default 50. */
                limit?: string;
                /** @description The id of what it was done to. 1 to 255 characters. */
                target?: string;
                /** @description Before then. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows. */
                        items: components["schemas"]["AuditEntry"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    exportAudit: {
        parameters: {
            query: {
                /** @description What was done, with commas between: merchant.created, brand.created, brand.changed, brand.option-set, brand.funded, api-key.rotated, api-key.ended, signing-secret.rotated, signing-secret.ended, webhooks.resumed, webhooks.paused, webhooks.replayed, webhooks.replay-stopped, webhooks.tested, user.invited, user.signed-in, user.signed-out, user.sign-in-failed, payout.created, link.created, user.joined, user.changed, user.password-changed, user.second-factor-added, user.second-factor-removed, user.second-factor-reset, user.recovery-codes-made, user.sessions-ended, payout.approved, payout.declined, transaction.cancelled, outcome.forced, outcome.decided, payment.confirmed, refund.made, refund.decided, webhook.resent, note.added, note.removed, tags.changed, block.created, block.removed, operator-token.created, operator-token.removed, operator.sign-in-failed, demo.seeded. */
                action?: string;
                /** @description Ids of people, operators or brands, with commas between. 1 to 1000 characters. */
                actor?: string;
                /** @description user: people of the merchant. api: holders of an API key. */
                actorKind?: "operator" | "user" | "api";
                /** @description Kind of file. */
                format: "csv" | "xlsx";
                /** @description From then on. */
                from?: string;
                /** @description The id of what it was done to. 1 to 255 characters. */
                target?: string;
                /** @description IANA name of the zone of its times. Default UTC. 1 to 64 characters. */
                timeZone?: string;
                /** @description Before then. */
                until?: string;
            };
            header?: never;
            path?: never;
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listAuditPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The people. */
                        items: {
                            /**
                             * Format: uuid
                             * @description The user.
                             */
                            id: string;
                            /** @description Name, or the e-mail address where none was given. */
                            name: string;
                        }[];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    proveAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditProof"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listApiKeys: {
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
            /** @description The API keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The API keys. */
                        items: components["schemas"]["Credential"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    replaceApiKey: {
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
                    /** @description How long the former ones work on, 0 to 31,536,000. Default 86,400: a day. 0 ends them at once. */
                    expirePreviousInSeconds?: number | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewCredential"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    endApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The API key. */
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The balances, the currency of most transactions in the last 30 days first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listBrandBlocks: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description What is blocked: a card; the first digits of card numbers; an e-mail address, in whatever case; a userId as requests name it; an address or a range of addresses, of the customer or of the browser in the cashier; the country of a transaction. */
                kind?: "card" | "bin" | "email" | "userId" | "ip" | "country";
                /** @description Blocks at most, 1 to 100. Default 50. */
                limit?: string;
                /** @description A part of the value or of the reason. 1 to 255 characters. */
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
            /** @description The blocks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The blocks. */
                        items: components["schemas"]["Block"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    addBrandBlock: {
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
                "application/json": components["schemas"]["NewBlock"];
            };
        };
        responses: {
            /** @description Blocked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    removeBrandBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The block. */
                blockId: string;
                /** @description The brand. */
                brandId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken away. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    showProviderHealth: {
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
            /** @description The providers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderHealthList"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listRequests: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description At this time or later. */
                from?: string;
                /** @description How many at most: 1 to 100, 50 unless told. */
                limit?: string;
                /** @description With this method. */
                method?: "GET" | "POST";
                /** @description failed: answered 4xx or 5xx. */
                outcome?: "failed" | "succeeded";
                /** @description Whose path begins with this. */
                path?: string;
                /** @description The one with this `X-Request-Id`. */
                requestId?: string;
                /** @description Before this time. */
                to?: string;
                /** @description About this transaction. */
                transactionId?: string;
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
            /** @description A page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The requests. */
                        items: components["schemas"]["LoggedRequest"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    explainSignature: {
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
                    /** @description The JSON text, exactly as it was signed or received. */
                    body: string;
                    /** @description The value of the header. */
                    header: string;
                    /**
                     * Format: uuid
                     * @description Which secret it should be made with; left out: any of the brand.
                     */
                    secretId?: string | null;
                    /**
                     * @description webhook: a webhook or an answer, whose raw body is signed. request: a body-signed call. session: a call that opens a session. card-request, card-answer: `Signature` of a card pay-in, `X-Signature` of its answer.
                     * @enum {string}
                     */
                    thing: "webhook" | "request" | "session" | "card-request" | "card-answer";
                };
            };
        };
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignatureExplanation"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listSecretsToExplain: {
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
            /** @description The secrets, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretIds"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listSnippets: {
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
            /** @description The code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snippets"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listMethods: {
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
                    "application/json": {
                        /** @description The options. */
                        items: components["schemas"]["Method"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    setMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description An option or suboption. */
                optionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether it is on. */
                    enabled: boolean;
                    /** @description Largest amount, in units of the transaction's currency: 0 to 999,999,999,999.99, with no more decimals than its currencies have, for fiat two. Absent: the catalogue's. */
                    maxAmount?: number | null;
                    /** @description Smallest amount, in units of the transaction's currency: 0 to 999,999,999,999.99, with no more decimals than its currencies have, for fiat two. Absent: the catalogue's. */
                    minAmount?: number | null;
                    seen: components["schemas"]["MethodSetting"];
                };
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodSetting"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    showOverview: {
        parameters: {
            query: {
                /** @description First day, in the time zone of the brand, such as 2026-03-01. */
                from: string;
                /** @description Last day, itself included. */
                to: string;
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
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    fillSample: {
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
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description How far it has come, line by line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["SampleProgress"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    showSettings: {
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
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    changeBusiness: {
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
                "application/json": components["schemas"]["BusinessChanges"];
            };
        };
        responses: {
            /** @description All settings, as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    changeIntegration: {
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
                "application/json": components["schemas"]["IntegrationChanges"];
            };
        };
        responses: {
            /** @description All settings, as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listSigningSecrets: {
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
            /** @description The signing secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The signing secrets. */
                        items: components["schemas"]["Credential"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    replaceSigningSecret: {
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
                    /** @description How long the former ones work on, 0 to 31,536,000. Default 86,400: a day. 0 ends them at once. */
                    expirePreviousInSeconds?: number | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewCredential"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    endSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The signing secret. */
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    exportStatement: {
        parameters: {
            query: {
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. Must be one the payment option supports. */
                currency: string;
                /** @description Kind of file. */
                format: "csv" | "xlsx";
                /** @description Booked at this time or later. */
                from?: string;
                /** @description What the transfer is of: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money brought in or taken out by the operator. */
                kind?: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
                /** @description The file in pieces, each behind its length and the number of rows written by then, of 4 bytes each. A piece without bytes is the last. */
                progress?: "true";
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
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listStuck: {
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
            /** @description What is stuck. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The oldest first. */
                        items: components["schemas"]["StuckItem"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listTransactionFilters: {
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
            /** @description The values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionFilters"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listTransactions: {
        parameters: {
            query?: {
                /** @description At least so much, in units of the one `currency` that goes with it. */
                amountFrom?: string;
                /** @description At most so much, in units of the one `currency` that goes with it. */
                amountTo?: string;
                /** @description Country codes, comma-separated. */
                country?: string;
                /** @description Currency codes, comma-separated. */
                currency?: string;
                /** @description `next` of the page before: where this one begins. */
                cursor?: string;
                /** @description Error codes, comma-separated. */
                errorCode?: string;
                /** @description First day, `YYYY-MM-DD`, in the time zone of the brand. */
                from?: string;
                /** @description How many at most: 1 to 100, else 50. */
                limit?: string;
                /** @description Ids of payment options or suboptions, comma-separated; an option stands for its suboptions, too. */
                option?: string;
                /** @description E-mail address, phone number, last four digits of a card, any id, any reference; whole, in capitals or not. */
                q?: string;
                /** @description none, part, all: how much was refunded. */
                refunded?: string;
                /** @description Statuses, comma-separated. */
                status?: string;
                /** @description Last day, itself included, in the time zone of the brand. */
                to?: string;
                /** @description PAYIN, PAYOUT. */
                type?: string;
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
                        /** @description Newest first. */
                        items: components["schemas"]["TransactionItem"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    showTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    blockFromTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Until when; absent: until it is taken away.
                     */
                    expiresAt?: string | null;
                    /**
                     * @description What of it is blocked.
                     * @enum {string}
                     */
                    kind: "card" | "email" | "userId" | "ip";
                    /**
                     * Format: text
                     * @description Why. 1 to 255 characters.
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Blocked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    cancelTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: text
                     * @description Why; stands in the timeline. 1 to 255 characters.
                     */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    confirmTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: text
                     * @description UPI: the UTR, 12 digits. Up to 255 characters.
                     */
                    additionalEssentialKey?: string | null;
                    /**
                     * Format: text
                     * @description M-Pesa: the transaction id. UPI: the UTR. Else free. Up to 255 characters.
                     */
                    essentialKey?: string | null;
                };
            };
        };
        responses: {
            /** @description Handed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    decideOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What became of it.
                     * @enum {string}
                     */
                    outcome: "COMPLETED" | "DECLINED";
                    /**
                     * Format: text
                     * @description How you know; stands in the timeline and in the audit log. 3 to 255 characters.
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Decided. The page as it is then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    addNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: text
                     * @description What it says. 1 to 1000 characters.
                     */
                    note: string;
                };
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionNote"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    removeNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The note. */
                noteId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    refundTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In units of the currency; at most what is left. */
                    amount: number;
                    /**
                     * Format: text
                     * @description For colleagues: kept as a note of the transaction. 1 to 1000 characters.
                     */
                    note?: string | null;
                    /**
                     * @description Why.
                     * @enum {string}
                     */
                    reason: "DUPLICATE" | "FRAUD" | "CUSTOMER_REQUEST" | "RETURN" | "OTHER";
                    /**
                     * Format: text
                     * @description The same one again is the same refund. 1 to 255 characters.
                     */
                    refundReference: string;
                };
            };
        };
        responses: {
            /** @description Refund made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    decideRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The refund. */
                refundId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How it ended.
                     * @enum {string}
                     */
                    outcome: "COMPLETED" | "FAILED";
                    /**
                     * Format: text
                     * @description How you know; stands in the timeline and in the audit log. 3 to 255 characters.
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Decided. The page as it is then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    changeTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The transaction. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionTags"];
            };
        };
        responses: {
            /** @description The tags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionTags"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    exportTransactions: {
        parameters: {
            query: {
                /** @description At least so much, in units of the one `currency` that goes with it. */
                amountFrom?: string;
                /** @description At most so much, in units of the one `currency` that goes with it. */
                amountTo?: string;
                /** @description Columns of the list, comma-separated, in the order wanted. Left out: all that there are. */
                columns?: string;
                /** @description Country codes, comma-separated. */
                country?: string;
                /** @description Currency codes, comma-separated. */
                currency?: string;
                /** @description Error codes, comma-separated. */
                errorCode?: string;
                /** @description Kind of file. */
                format: "csv" | "xlsx";
                /** @description First day, `YYYY-MM-DD`, in the time zone of the brand. */
                from?: string;
                /** @description Ids of payment options or suboptions, comma-separated; an option stands for its suboptions, too. */
                option?: string;
                /** @description The file in pieces, each behind its length and the number of rows written by then, of 4 bytes each. A piece without bytes is the last. */
                progress?: "true";
                /** @description E-mail address, phone number, last four digits of a card, any id, any reference; whole, in capitals or not. */
                q?: string;
                /** @description none, part, all: how much was refunded. */
                refunded?: string;
                /** @description Statuses, comma-separated. */
                status?: string;
                /** @description Last day, itself included, in the time zone of the brand. */
                to?: string;
                /** @description PAYIN, PAYOUT. */
                type?: string;
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
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listSavedViews: {
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
            /** @description The views. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By name. */
                        items: components["schemas"]["SavedView"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    saveView: {
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
                     * Format: text
                     * @description Name. 1 to 60 characters.
                     */
                    name: string;
                    /**
                     * Format: text
                     * @description The query of the page's address, without its question mark. Up to 2000 characters.
                     */
                    query: string;
                    /** @description Colleagues see it, too. */
                    shared: boolean;
                };
            };
        };
        responses: {
            /** @description Saved. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    removeView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The view. */
                viewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    checkReceiver: {
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
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The grades. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverReport"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listDeliveries: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description Of this type, such as `refund.failed`; several with commas between them. */
                eventType?: string;
                /** @description Happened at this time or later. */
                from?: string;
                /** @description How many at most: 1 to 100, 25 unless told. */
                limit?: string;
                /** @description Events that stand so, several with commas between them: sending, retrying, waiting, unaddressed, abandoned, delivered. */
                state?: string;
                /** @description Happened before this time. */
                to?: string;
                /** @description Events of this transaction. */
                transactionId?: string;
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
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The deliveries. */
                        items: components["schemas"]["Delivery"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    showDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description Its number within the transaction. */
                sequence: string;
                /** @description The transaction that the event tells of. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetails"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    resendDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description Its number within the transaction. */
                sequence: string;
                /** @description The transaction that the event tells of. */
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description It is on its way. */
            202: {
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    showWebhookHealth: {
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
            /** @description The health. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookHealth"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    pauseOwnWebhooks: {
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
                     * Format: text
                     * @description Why, for colleagues. 1 to 200 characters.
                     */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Paused. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listReplays: {
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
            /** @description The replays. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replays"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    startReplay: {
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
                     * Format: moment
                     * @description Events that happened at this time or later, within the last 90 days.
                     */
                    from: string;
                    /**
                     * Format: moment
                     * @description Events that happened before this time.
                     */
                    to: string;
                    /** @description false: also what was delivered. */
                    undeliveredOnly: boolean;
                };
            };
        };
        responses: {
            /** @description It has begun. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    stopReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The brand. */
                brandId: string;
                /** @description The replay. */
                replayId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description How far it came. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    countReplay: {
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
                     * Format: moment
                     * @description Events that happened at this time or later, within the last 90 days.
                     */
                    from: string;
                    /**
                     * Format: moment
                     * @description Events that happened before this time.
                     */
                    to: string;
                    /** @description false: also what was delivered. */
                    undeliveredOnly: boolean;
                };
            };
        };
        responses: {
            /** @description The count. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayCount"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    resumeOwnWebhooks: {
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
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description What goes on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumedWebhooks"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    sendTestEvent: {
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
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description What was sent, and what came back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestDelivery"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    showInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description It was used already, or has expired. */
            410: {
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
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: text
                     * @description As colleagues and the audit log call the person. 1 to 100 characters.
                     */
                    name: string;
                    /** @description At least 12 and at most 256 characters, not easy to guess. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The cookie is the session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description It was used already, or has expired. */
            410: {
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    showSignInStep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where it stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    proveByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the browser made of the challenge. */
                    response: Record<string, never>;
                };
            };
        };
        responses: {
            /** @description Signed in; the session goes on under a new cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    askPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    proveByRecoveryCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As typed; blanks and dashes do not count. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session goes on under a new cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    proveByTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As typed; blanks and dashes do not count. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session goes on under a new cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
                    /**
                     * Format: text
                     * @description E-mail address, upper and lower case alike.
                     */
                    email: string;
                    /**
                     * Format: uuid
                     * @description Where the person works for several merchants with one password: which of them.
                     */
                    merchantId?: string;
                    /** @description Password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The password is right; the cookie is the session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
            /** @description The person works for several merchants; choose one and send it as `merchantId`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeveralMerchants"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    listUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Users. */
                        items: components["schemas"]["PortalUser"][];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    inviteColleague: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description E-mail address, upper and lower case alike. 4 to 255 characters.
                     */
                    email: string;
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    role: "owner" | "developer" | "finance-maker" | "finance-approver" | "support" | "read-only";
                };
            };
        };
        responses: {
            /** @description Invited. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUser"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description true: may not sign in. */
                    disabled?: boolean;
                    /**
                     * @description What the user may do from now on.
                     * @enum {string}
                     */
                    role?: "owner" | "developer" | "finance-maker" | "finance-approver" | "support" | "read-only";
                };
            };
        };
        responses: {
            /** @description Changed. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    inviteAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUser"];
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reset. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
    endSessionsOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or who it is has to be confirmed first. */
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
