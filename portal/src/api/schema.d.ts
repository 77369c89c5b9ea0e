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
         * Show the user's own account
         * @description Name and second factors of the caller.
         */
        get: operations["showAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the user's own name
         * @description The new name for colleagues and the audit log.
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
         * Show whether the user's identity was confirmed
         * @description Operations with `x-needs-confirmation` require this confirmation: those that change the user's own account, users, keys or approvals.
         */
        get: operations["showConfirmation"];
        put?: never;
        /**
         * Confirm the user's identity
         * @description The password and, if there is a second factor, one of `totp`, `recoveryCode` and `passkey`. Valid for ten minutes, in this session. Failures count towards the lock of the sign-in.
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
         * @description A challenge for a new passkey, valid once, for five minutes. The first one, during a sign-in, needs no confirmation. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description The browser's answer to the challenge. The first one, during a sign-in, needs no confirmation. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description Not possible if it is the last second factor and the role requires one. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description A name to recognise it.
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
         * Change the user's own password
         * @description Ends the other sessions. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description The former ones stop working. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * List the user's own sessions
         * @description The sessions that have not ended, the last used first. All of them in one answer.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * End all sessions except this one
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
         * @description Send the code that it shows. It replaces a former app. The first one, during a sign-in, needs no confirmation. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        put: operations["finishTotp"];
        /**
         * Begin to add an authenticator app
         * @description A new secret. It is used after a code from it was sent within ten minutes. The first one, during a sign-in, needs no confirmation. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["beginTotp"];
        /**
         * Remove the authenticator app
         * @description Not possible if it is the last second factor and the role requires one. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description Rows of the whole merchant, newest first.
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
         * @description All rows of the list with the same texts, newest first.
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
         * List the users for the audit log's filter
         * @description Users of the merchant, sorted by name.
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
         * @description Checks the chain of hashes over all rows of the merchant.
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
         * @description Newest first, including expired ones; at most 50.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make a new API key
         * @description Requests are accepted with the new one and, until they expire, with the former ones. If the brand has four eyes, the new one has no scope `settle` until somebody else adds it (`allowSettle`). Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description Ends it before its overlap is over. The newest API key cannot be ended, only replaced. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        delete: operations["endApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/brands/{brandId}/api-keys/{credentialId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an API key approve payouts
         * @description Adds the scope `settle` to a key that has none. If the brand has four eyes, the person who made the key cannot do it. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
         */
        post: operations["allowSettle"];
        delete?: never;
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
         * @description The present balances of the brand, by currency. Currencies are never added up.
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
         * List the blocks of a brand
         * @description The active blocks, newest first.
         */
        get: operations["listBrandBlocks"];
        put?: never;
        /**
         * Block a card, a customer, a network or a country
         * @description Matching pay-ins and payouts of the brand are declined with 2203, in every process within two seconds, and no provider is asked. To block a card, name one of its transactions.
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
         * Remove a block
         * @description Transactions that it blocked are accepted again, in every process within two seconds.
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
         * @description Customers who gave details with a payment, sorted by their ids.
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
         * @description The last hour, for all brands, as counted by the answering process. Other processes of the gateway count their own calls, and a restart resets the counts.
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
         * @description Requests of the last 7 days, newest first. A request is listed about a second after its answer. If very many requests arrive at once, some successes are left out, and the next row says how many.
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
         * List the ids of signing secrets
         * @description The secrets themselves are shown only at their creation.
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
         * List code examples
         * @description Code for the main calls of the API and for checking a webhook.
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
         * @description Newest first, each with its address and state.
         */
        get: operations["listLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description The address of a hosted payment page. A link that nobody could pay is refused.
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
         * @description Refused if it was paid, or if a payment with it is in progress.
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
         * List payment and payout options
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
         * Enable or disable an option and set its limits
         * @description Replaces the former setting. `seen` has the values that your page showed; if somebody changed them meanwhile, the answer is 409. Limits that no amount can meet are refused.
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
         * Show the overview of a brand
         * @description A period of whole days, at most 366, compared with the period of equal length before it. While the period is not over, the same part of both is compared. A transaction counts at the time when it was created, with its current status. The answer also has what waits at present.
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
         * @description Payouts that wait for their approval are first, then the others; each newest first.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Create a payout
         * @description If the request is not valid, all faults are answered together, each with its field, and nothing is created.
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
         * Check a payout file
         * @description Names each fault with its line and column. Creates nothing.
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
         * Create the payouts of a file
         * @description Creates the payouts of a part, if the whole file is valid; else nothing. A payout whose reference exists already is skipped, so a part may be sent again.
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
         * List payout options
         * @description The options that the brand has enabled and that a provider serves.
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
         * @description Each payout is decided separately. If the brand has four eyes, another person must approve the payouts that a user made: those are refused, the others are decided.
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
         * @description Oldest first, each with the facts that an approver needs.
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
         * @description The closed days of the brand, newest first; the present day, which is open, is listed before them.
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
         * @description Opening and closing balance, and the transfers in between. A day is closed 15 minutes after its end.
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
         * @description The report as a file. Times are in the time zone of the report, which is named in the headings and in the name of the file. In CSV, a text that a spreadsheet would calculate or convert begins with an apostrophe.
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
         * @description The transfers behind the numbers of the report, oldest first.
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
         * @description Creates a brand named Sample shop in the time zone of this one. Its payments are invented; the sandbox handles them like any others, with ledger, timelines and webhooks. The answer is a line of JSON for every few payments (NDJSON). A merchant has one sample shop.
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
         * @description The present settings.
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
         * Change the business settings of a brand
         * @description Changes the fields in the request, also of the look; the others stay unchanged. Every process of the gateway uses them within two seconds. For a change of `automaticApproval` or `fourEyes`: Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * Change the integration settings of a brand
         * @description Changes the fields in the request; the others stay unchanged. Every process of the gateway uses them within two seconds. For a change of `notificationUrl` or `enforceSignatures` or `signAllRequests` or `ipAllowList`: Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description Newest first, including expired ones; at most 50.
         */
        get: operations["listSigningSecrets"];
        put?: never;
        /**
         * Make a new signing secret
         * @description From now on answers and webhooks are signed with the new one. Requests are accepted with the former ones until they expire. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description Ends it before its overlap is over. The newest signing secret cannot be ended, only replaced. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description All lines of the statement with the same filters, newest first, in one file. Times are in the time zone of the brand, which is named in the headings and in the name of the file. References are text.
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
         * List the values of the filters
         * @description Options, currencies, countries and error codes, with their names.
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
         * @description Pay-ins and payouts of the brand, newest first. A transaction must match all filters; `q` searches, and the filters apply to the results. New transactions do not change the pages that follow.
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
         * @description What happened, in a sentence; then its facts, timeline, attempts, exchange with the provider, refunds, webhooks, transfers, risk, notes, tags and other transactions of the customer. `actions` lists what the caller may do with it now.
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
         * @description From now on, matching transactions are declined with 2203, and no provider is asked. Answers the updated page.
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
         * @description A pay-in that is not paid yet, or a payout that is not sent yet. If money still arrives, the pay-in completes. Answers the updated page.
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
         * Submit a confirmation
         * @description For a pay-in that requires a proof of the payment. JSON, or a form with one file `document` (PNG, JPEG, WebP or PDF under 2 MB). Answers the updated page. A confirmation does not mean that the money has arrived.
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
         * @description Only if the gateway no longer asks the provider. This call asks it once more: its answer counts, and if it contradicts the decision, the decision is refused (409).
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
         * Add a note to a transaction
         * @description For colleagues. It is not shown to the shopper or in the API.
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
         * Remove your own note
         * @description Other users cannot remove it.
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
         * @description Several partial refunds are possible; together never more than the paid amount. Answers the updated page.
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
         * @description Only if the gateway no longer asks the provider. This call asks it once more, and its answer counts. The amount of a FAILED refund may be refunded again.
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
         * @description Replaces all tags by these.
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
         * @description All transactions of the list with the same filters, in one file. Times are in the time zone of the brand, which is named in the headings and in the name of the file. `columns` are those of the page. References are text, amounts numbers with the decimals of their currency.
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
         * @description Your own views and those that colleagues share, sorted by name.
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Save a view
         * @description Stores the present filters of a list under a name.
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
         * Remove your own saved view
         * @description Colleagues no longer see it either.
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
         * @description Sends seven events of type `test.check` to the notification address, one after the other, and grades the answers: genuine, with a wrong signature, without one, the same event twice, two out of order, with an unknown field. They belong to no payment.
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
         * @description Events of the newest transactions first; the events of a transaction are together. The times filter by when the event happened.
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
         * @description Sends the same bytes to the present address within about a second, with the same signature. If its secret has expired, the newest secret signs. The schedule of retries starts again. While the address is paused, the event waits in line.
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
         * Show the health of webhooks
         * @description Success rate and latency of the latest deliveries, waiting events, and addresses in trouble.
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
         * @description Within two seconds nothing more is sent to the notification address. Missed events wait in line and are sent after you resume. A new notification address ends the pause.
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
         * @description The brand's ten latest replays, newest first, each with its progress.
         */
        get: operations["listReplays"];
        put?: never;
        /**
         * Replay a period
         * @description Sends the events of the period once more, in the order in which they happened, twenty at a time; two events of one transaction are never sent together. The bytes are the same as before. A brand can have one replay at a time, with at most 10,000 events.
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
         * @description Events that are not sent yet are not sent again.
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
         * @description Sends the missed events to paused addresses, in order. Events that were given up within the last 90 days, or that wait long for their next try, are tried again soon.
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
         * @description One event of type `test.ping`, signed like any webhook, to the notification address. It belongs to no payment: `test` is true, `amount` is 0, `status` is INIT, and no transaction has its `transactionId`. It is not retried.
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
         * @description Shows who is invited. The invitation stays usable.
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
         * Show the state of the sign-in
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
         * @description The browser's answer to the challenge.
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
         * @description A challenge for one of the passkeys of the user, for the sign-in or for `confirmIdentity`. Valid once, for five minutes.
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
         * @description Each code works once.
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
         * @description Six digits. Each code works once; the codes of the interval before and after are accepted too.
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
         * @description Ends this session in every process at once, also before its second factor is proven.
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
         * @description All users of the merchant, sorted by name, in one answer.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invite a user
         * @description No mail is sent: give the link only to that person. It works once, and is valid for a week. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description Ends the user's sessions. The last owner who can sign in cannot be changed. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description The former link stops working. A user who has a password sets a new one with it; the second factor stays. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description Removes passkeys, authenticator app and recovery codes. The next sign-in adds a new factor. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
         * @description The user is signed out everywhere. Requires a confirmation within the last ten minutes (`confirmIdentity`), else 403 with `confirmationNeeded: true`.
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
            /** @description Name; empty if none was given. */
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
            /** @description Number of unused codes; null: there is no second factor. */
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
            /** @description Ten codes. Each works once. Shown only here. null: the user has codes already. */
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
                /** @description The name at that time. */
                name: string;
            };
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description What changed; secrets are masked. */
            changes: {
                /** @description Value after; null: it was removed. */
                after: string | null;
                /** @description Value before; null: there was none. */
                before: string | null;
                /** @description Name of the changed field. */
                field: string;
            }[];
            /**
             * Format: uuid
             * @description The row.
             */
            id: string;
            /** @description Source address of the call. */
            ip: string | null;
            /** @description X-Request-Id of the call. */
            requestId: string | null;
            /** @description What was done, as a text that follows the name. */
            sentence: string;
            /** @description To what. */
            target: {
                /** @description For a transaction: its brand. */
                brandId: string | null;
                /** @description Its id. */
                id: string;
                /** @description Such as `brand`, `transaction`, `user`. */
                kind: string;
                /** @description Its name; null: it has only an id. */
                name: string | null;
            };
        };
        /** @description Whether the chain of the merchant’s rows is intact. */
        AuditProof: {
            /**
             * Format: date-time
             * @description When it was checked.
             */
            checkedAt: string;
            /** @description Description of the first wrong row. */
            fault: string | null;
            /** @description true: no row was altered, moved or removed since it was written. */
            ok: boolean;
            /** @description Rows that were checked. */
            rows: number;
        };
        /** @description A value from which a brand accepts no payments, and to which it pays nothing. */
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
             * @description When it expires; null: it is valid until you delete it.
             */
            expiresAt: string | null;
            /**
             * @description What is blocked: a card; the first digits of card numbers; an e-mail address, in upper or lower case; a userId as in requests; an IP address or a range of addresses, of the customer or of the browser in the cashier; the country of a transaction.
             * @enum {string}
             */
            kind: "card" | "bin" | "email" | "userId" | "ip" | "country";
            /** @description The reason, as free text. */
            reason: string;
            /**
             * Format: uuid
             * @description The transaction whose value was blocked.
             */
            transactionId: string | null;
            /** @description The blocked value; for a card the digits that may be shown. */
            value: string;
        };
        /** @description How the brand looks in the cashier. Absent fields stay unchanged; null resets a field. */
        BrandLookChanges: {
            /**
             * @description Colour of buttons, links and marks: #rrggbb. If its contrast on a light or dark background is too low (4.5 : 1, WCAG AA), shoppers see it darker or lighter there, with the same hue. Default #3d4fc4.
             * @example #00754a
             */
            accentColour?: string | null;
            /** @description Radius of the corners of fields and buttons, in pixels, 0 to 24. Default 10. */
            cornerRadius?: number | null;
            /**
             * Format: text
             * @description Name that shoppers read. Default: the brand's name. 1 to 80 characters, at least one of them visible.
             * @example Demo Shop
             */
            displayName?: string | null;
            /**
             * @description The logo as a data URL in base64: PNG, JPEG, WebP or SVG, recognised by its content, at most 64 KB. An SVG must not contain scripts, event handlers, foreignObject, or references to other files. Default: the first letter of the name.
             * @example data:image/png;base64,iVBORw0KGgo=
             */
            logo?: string | null;
            /** @description Options in the order in which shoppers see them. Other options follow in the order of the catalogue. Default empty. */
            methodOrder?: string[] | null;
        };
        /** @description Name, approval, four eyes, time zone, risk rules, look. */
        BusinessChanges: {
            /** @description The fields to change. */
            changes: {
                /** @description Payouts need no approval. Default false. */
                automaticApproval?: boolean | null;
                /** @description A payout made in the portal is approved by another person. Default false. */
                fourEyes?: boolean | null;
                look?: components["schemas"]["BrandLookChanges"] | null;
                /**
                 * Format: text
                 * @description Name of the brand, as shoppers see it. 1 to 255 characters, at least one of them visible.
                 * @example Demo Shop
                 */
                name?: string | null;
                /** @description Rules against card testing: `"off"` (the default in test), `"standard"` (the default in production), or its own limits, each of them null if the rule is off. They count card pay-ins of the brand within any period of `windowSeconds`: `attemptsPerCard` attempts, `wrongCodesPerCard` declines for a wrong CVV (2004), `declinesPerSource`, `declinesPerUser` and `declinesPerBin` declines of a network address, a userId and the first six digits of a number. Above a limit an attempt is declined with 2202 (wrong CVVs: 2203), and no provider is asked. Standard: 10 an hour, 3 a day, 20, 10 and 100 an hour. */
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
            /** @description The same fields with the values that your page showed. If somebody changed one of them meanwhile, nothing is changed: 409, and `changed` has each field, its current value, who changed it and when. */
            seen: {
                /** @description Payouts need no approval. Default false. */
                automaticApproval?: boolean | null;
                /** @description A payout made in the portal is approved by another person. Default false. */
                fourEyes?: boolean | null;
                look?: components["schemas"]["BrandLookChanges"] | null;
                /**
                 * Format: text
                 * @description Name of the brand, as shoppers see it. 1 to 255 characters, at least one of them visible.
                 * @example Demo Shop
                 */
                name?: string | null;
                /** @description Rules against card testing: `"off"` (the default in test), `"standard"` (the default in production), or its own limits, each of them null if the rule is off. They count card pay-ins of the brand within any period of `windowSeconds`: `attemptsPerCard` attempts, `wrongCodesPerCard` declines for a wrong CVV (2004), `declinesPerSource`, `declinesPerUser` and `declinesPerBin` declines of a network address, a userId and the first six digits of a number. Above a limit an attempt is declined with 2202 (wrong CVVs: 2203), and no provider is asked. Standard: 10 an hour, 3 a day, 20, 10 and 100 an hour. */
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
        /** @description The content of a payout file. */
        CheckedPayoutFile: {
            /** @description Number of all faults. */
            faultCount: number;
            /** @description The first 200 faults; empty: the file is valid. */
            faults: {
                /** @description The column; null: the whole line. */
                column: string | null;
                /** @description Line number as in an editor; the column names are line 1. */
                line: number;
                /** @description The fault, and how to correct it. */
                message: string;
            }[];
            /** @description The valid lines. */
            payouts: {
                /** @description What is paid. */
                amount: number;
                /** @description Where to. */
                country: string | null;
                /** @description Currency code. */
                currency: string;
                /** @description Line number as in an editor; the column names are line 1. */
                line: number;
                /** @description The existing payout, which is skipped; null: the payout is new. */
                madeBefore: string | null;
                /** @description Reference of the payout. */
                merchantReference: string;
                /** @description The payout option. */
                method: string;
                /** @description The account, masked but for its last four characters. */
                recipientAccount: string | null;
                /** @description Who is paid, as the file says; null: a saved card. */
                recipientName: string | null;
            }[];
            /** @description The new payouts by currency. */
            totals: {
                /** @description Sum of the new payouts. */
                amount: number;
                /** @description The available balance of the brand. */
                available: number;
                /** @description Number of new payouts. */
                count: number;
                /** @description Currency code. */
                currency: string;
            }[];
        };
        /** @description The chosen settings of the brand's look in the cashier. */
        ChosenLook: {
            /** @description The chosen colour; null: the default. */
            accentColour: string | null;
            /** @description In pixels; null: the default. */
            cornerRadius: number | null;
            /** @description Name that shoppers read; null: the brand's. */
            displayName: string | null;
            /** @description The logo's address; null: the first letter of the name. */
            logo: string | null;
            /** @description Options that are shown first; null: the order of the catalogue. */
            methodOrder: string[] | null;
        };
        /** @description Whether the user's identity was confirmed recently. */
        Confirmation: {
            /**
             * Format: date-time
             * @description When the confirmation expires; null: `confirmIdentity` is required.
             */
            until: string | null;
            /** @description The factors of which one is required besides the password, the best first; empty: none. */
            ways: ("passkey" | "totp" | "recovery-code")[];
        };
        /** @description An API key or a signing secret, without its value. */
        Credential: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires or expired; null: it is valid until it is replaced.
             */
            expiresAt: string | null;
            /** @description Its prefix and its last four characters; null: created before they were stored. */
            hint: string | null;
            /**
             * Format: uuid
             * @description The key or secret.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used by a request, rounded to the minute; null: no use is known.
             */
            lastUsedAt: string | null;
            /** @description Source address of that request. */
            lastUsedFrom: string | null;
            /** @description Whether the caller made it, as a user of the portal. */
            madeByYou: boolean;
            /** @description What an API key may do; null: a signing secret. */
            scopes: ("read" | "payments" | "refunds" | "payouts" | "settle")[] | null;
            /**
             * @description current: the newest one. former: replaced, and valid until it expires. ended: refused.
             * @enum {string}
             */
            state: "current" | "former" | "ended";
        };
        /** @description A customer, and a page of their transactions. */
        CustomerPage: {
            customer: components["schemas"]["PortalCustomer"];
            /** @description Newest first. */
            items: components["schemas"]["CustomerPayment"][];
            /** @description The value of `cursor` for the next page; null: this is the last one. */
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
            /** @description Amount of its pending and completed refunds. */
            refunded: number;
            /**
             * @description The current status.
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
                /** @description Why there was no valid answer. */
                error: string | null;
                /** @description HTTP status of the answer; null: there was none. */
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
             * @description sending: its first try is due or in flight. retrying: tried, and to be tried again. waiting: in the line of its address, which is paused or too slow. unaddressed: there is no address. abandoned: given up. delivered: answered 2xx.
             * @enum {string}
             */
            state: "sending" | "retrying" | "waiting" | "unaddressed" | "abandoned" | "delivered";
            /**
             * Format: uuid
             * @description The transaction of the event.
             */
            transactionId: string;
            /** @description Number of tries. */
            tries: number;
        };
        /** @description A webhook event: what was sent, and the answers. */
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
            /** @description Headers of the latest try. `webhook-signature` is absent if its secret has expired. Before the first try: the headers that are known already. For users who may not change webhooks, signatures are masked. */
            headers: {
                /** @description Name. */
                name: string;
                /** @description Value. */
                value: string;
            }[];
            /** @description Its tries, oldest first. */
            history: {
                /** @description Beginning of the answer of a failed try, at most 1 KB, with card numbers masked. */
                answer: string | null;
                /**
                 * Format: moment
                 * @description When it began.
                 */
                at: string;
                /** @description How long it took, in milliseconds. */
                durationMs: number;
                /** @description Why there was no valid answer. */
                error: string | null;
                /** @description The secret that signed it. */
                signingSecretId: string | null;
                /** @description HTTP status of the answer; null: there was none. */
                statusCode: number | null;
                /** @description 1, 2, 3 … */
                tryNumber: number;
                /** @description Address of the try, without its query. */
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
                /** @description Why there was no valid answer. */
                error: string | null;
                /** @description HTTP status of the answer; null: there was none. */
                statusCode: number | null;
            } | null;
            /** @description The reference of the transaction. */
            merchantReference: string | null;
            /**
             * Format: moment
             * @description When it is tried next; null: no try is planned.
             */
            nextTryAt: string | null;
            /** @description Whether the transaction has its own address. */
            ownAddress: boolean;
            /** @description Its number within the transaction. */
            sequence: number;
            /**
             * @description sending: its first try is due or in flight. retrying: tried, and to be tried again. waiting: in the line of its address, which is paused or too slow. unaddressed: there is no address. abandoned: given up. delivered: answered 2xx.
             * @enum {string}
             */
            state: "sending" | "retrying" | "waiting" | "unaddressed" | "abandoned" | "delivered";
            /**
             * Format: uuid
             * @description The transaction of the event.
             */
            transactionId: string;
            /** @description Number of tries. */
            tries: number;
            /** @description The present address, without its query; null: there is none. */
            url: string | null;
        };
        /** @description Sessions that were ended. */
        EndedSessions: {
            /** @description Number of ended sessions. */
            ended: number;
        };
        /** @description The body of every HTTP error. */
        Error: {
            /** @description errorCode 5001: the amount of the pay-in that can still be refunded. */
            amountRefundable?: number;
            /** @description The error code, four digits. The guide lists all error codes. */
            errorCode?: string;
            /** @description For a refused refund: the text of the errorCode. */
            errorReason?: string;
            /** @description What is wrong. For a validation failure an array with every fault, each naming its field by a dotted path. */
            message: string | string[];
            /** @description Also in the X-Request-Id header. State it when you ask for support. */
            requestId: string;
            /** @description The HTTP status, repeated. */
            statusCode: number;
            /** @description Test environment, 403 only: the first 2,000 characters of the string that the signature is checked against. */
            stringToSign?: string;
            /**
             * Format: uuid
             * @description The related transaction, such as the first one with a duplicate reference.
             */
            transactionId?: string;
        };
        /** @description Notification address, signatures, addresses, domains. */
        IntegrationChanges: {
            /** @description The fields to change. */
            changes: {
                /**
                 * @description The allowed values of merchantDomain, compared exactly: host names without scheme, port or path, no duplicates even in other case. Default empty; a payment facilitator needs at least one.
                 * @example [
                 *       "shop.example"
                 *     ]
                 */
                domains?: string[] | null;
                /** @description Requests must carry their signature. Default false. */
                enforceSignatures?: boolean | null;
                /**
                 * @description IP addresses and CIDR ranges that may call the API; empty: any. Default empty.
                 * @example [
                 *       "203.0.113.0/24",
                 *       "2001:db8::7"
                 *     ]
                 */
                ipAllowList?: string[] | null;
                /**
                 * Format: text
                 * @description Address for webhooks: https, without credentials, to a public host. null: none are sent. A new address also gets the events that are not delivered yet. Up to 500 characters.
                 * @example https://shop.example/webhooks
                 */
                notificationUrl?: string | null;
                /** @description Strict signing: every POST must carry `X-Signature` over its body, also the calls of v3 and v2. A call that creates a transaction must name a merchantReference, and a refund a refundReference. Needs `enforceSignatures`. Default false. */
                signAllRequests?: boolean | null;
            };
            /** @description The same fields with the values that your page showed. If somebody changed one of them meanwhile, nothing is changed: 409, and `changed` has each field, its current value, who changed it and when. */
            seen: {
                /**
                 * @description The allowed values of merchantDomain, compared exactly: host names without scheme, port or path, no duplicates even in other case. Default empty; a payment facilitator needs at least one.
                 * @example [
                 *       "shop.example"
                 *     ]
                 */
                domains?: string[] | null;
                /** @description Requests must carry their signature. Default false. */
                enforceSignatures?: boolean | null;
                /**
                 * @description IP addresses and CIDR ranges that may call the API; empty: any. Default empty.
                 * @example [
                 *       "203.0.113.0/24",
                 *       "2001:db8::7"
                 *     ]
                 */
                ipAllowList?: string[] | null;
                /**
                 * Format: text
                 * @description Address for webhooks: https, without credentials, to a public host. null: none are sent. A new address also gets the events that are not delivered yet. Up to 500 characters.
                 * @example https://shop.example/webhooks
                 */
                notificationUrl?: string | null;
                /** @description Strict signing: every POST must carry `X-Signature` over its body, also the calls of v3 and v2. A call that creates a transaction must name a merchantReference, and a refund a refundReference. Needs `enforceSignatures`. Default false. */
                signAllRequests?: boolean | null;
            };
        };
        /** @description A valid invitation. */
        Invitation: {
            /** @description E-mail address of the invited person. */
            email: string;
            /**
             * Format: date-time
             * @description When the link expires.
             */
            expiresAt: string;
            /** @description true: the user exists already and sets a new password. */
            isMember: boolean;
            /** @description Where. */
            merchantName: string;
            /** @description Name of the invited person; null: not given yet. */
            name: string | null;
            /**
             * @description As what.
             * @enum {string}
             */
            role: "owner" | "developer" | "finance-maker" | "finance-approver" | "support" | "read-only";
        };
        /** @description A user with a new link. */
        InvitedUser: {
            /** @description The link where the person sets a password. Shown only here. */
            invitationUrl: string;
            /**
             * Format: uuid
             * @description The user.
             */
            userId: string;
        };
        /** @description The proof of one night: ledger, transactions and reports compared row by row. */
        LedgerProof: {
            /** @description Number of compared closed days. */
            days: number;
            /** @description One sentence for each fault, the first few of each kind. */
            faults: string[];
            /** @description true: ledger, transactions and reports agree. */
            ok: boolean;
            /**
             * Format: date-time
             * @description When.
             */
            provedAt: string;
            /** @description Number of compared transactions. */
            transactions: number;
            /** @description Number of compared transfers. */
            transfers: number;
        };
        /** @description A request to the API. Bodies, queries and headers are never stored. */
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
            /** @description Number of requests before this one that were not stored, because too many arrived at once. */
            leftOut: number;
            /** @description For a refusal: its message. */
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
            /** @description Why it was declined; null: it was not declined. */
            errorCode: string | null;
            /** @description The text of the error code. */
            errorReason: string | null;
            /** @description Reference of the payout. */
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
        /** @description An option of the catalogue with the brand's settings. */
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
            /** @description Whether it is enabled. */
            enabled: boolean;
            /** @description Its logo: a file of /assets/logos. */
            logo: string;
            /** @description Largest amount; null: the default. */
            maxAmount: number | null;
            /** @description Smallest amount, in units of the transaction's currency; null: the default. */
            minAmount: number | null;
            /** @description Its name. */
            name: string;
            /**
             * Format: uuid
             * @description The option.
             */
            optionId: string;
            /** @description Providers that serve it in one of its currencies; empty: it is not shown to shoppers. */
            servedBy: string[];
            /** @description Banks, wallets or networks below it. */
            suboptions: {
                /** @description Whether it is enabled. */
                enabled: boolean;
                /** @description Its logo: a file of /assets/logos. */
                logo: string;
                /** @description Largest amount; null: the default. */
                maxAmount: number | null;
                /** @description Smallest amount, in units of the transaction's currency; null: the default. */
                minAmount: number | null;
                /** @description Its name. */
                name: string;
                /**
                 * Format: uuid
                 * @description The option.
                 */
                optionId: string;
                /** @description Providers that serve it in one of its currencies; empty: it is not shown to shoppers. */
                servedBy: string[];
            }[];
            /** @description Kind of option, such as CARD or WALLET. */
            type: string;
            /** @description Default largest amount. */
            usualMaxAmount: number | null;
            /** @description Default smallest amount; null: the smallest unit of the currency. */
            usualMinAmount: number | null;
        };
        /** @description The settings of a brand for one option. */
        MethodSetting: {
            /** @description Whether it is enabled. */
            enabled: boolean;
            /** @description Largest amount; null: the default. */
            maxAmount: number | null;
            /** @description Smallest amount; null: the default. */
            minAmount: number | null;
        };
        /** @description What to block: a value, or a value of a transaction. */
        NewBlock: {
            /**
             * Format: date-time
             * @description When it expires: a future time. Absent: it is valid until you delete it.
             * @example 2036-03-01T00:00:00Z
             */
            expiresAt?: string | null;
            /**
             * @description What is blocked: a card; the first digits of card numbers; an e-mail address, in upper or lower case; a userId as in requests; an IP address or a range of addresses, of the customer or of the browser in the cashier; the country of a transaction.
             * @enum {string}
             */
            kind: "card" | "bin" | "email" | "userId" | "ip" | "country";
            /**
             * Format: text
             * @description The reason, as free text. Shoppers and merchants never see it. 1 to 255 characters, at least one of them visible.
             * @example card testing on 1 March
             */
            reason: string;
            /**
             * Format: uuid
             * @description A transaction of the brand whose card, customer, network (for IPv6 the /64) or country is to be blocked.
             */
            transactionId?: string | null;
            /**
             * Format: text
             * @description The value to block, unless `transactionId` is given. `bin`: six to eight digits. `ip`: an address or a range (CIDR). `country`: two capital letters. Not for a card: its number must not be sent here. 1 to 255 characters, at least one of them visible.
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
        /** @description Recovery codes that replace the former ones. */
        NewRecoveryCodes: {
            /** @description Ten codes. Each works once. Shown only here. */
            recoveryCodes: string[];
        };
        /** @description The secret of an authenticator app that is being added. Shown only here. */
        NewTotp: {
            /** @description The same as a picture to scan: a data URL. */
            qrCode: string;
            /** @description The secret in Base32, for typing if the QR code cannot be scanned. */
            secret: string;
            /** @description otpauth: address, for an app on the same device. */
            uri: string;
        };
        /** @description The overview of a brand. */
        Overview: {
            approval: components["schemas"]["OverviewApproval"];
            /** @description Sorted by currency code. */
            balances: components["schemas"]["OverviewBalance"][];
            /** @description Most payments first. */
            currencies: components["schemas"]["OverviewCurrency"][];
            /** @description Most frequent first. */
            declines: components["schemas"]["OverviewDecline"][];
            /** @description A period. */
            former: {
                /**
                 * Format: date-time
                 * @description Its beginning.
                 */
                begins: string;
                /**
                 * Format: date-time
                 * @description Its end, exclusive.
                 */
                ends: string;
            };
            /** @description First day. */
            from: string;
            /** @description true: no transaction was created in this period and the one before. */
            isEmpty: boolean;
            /** @description A period. */
            period: {
                /**
                 * Format: date-time
                 * @description Its beginning.
                 */
                begins: string;
                /**
                 * Format: date-time
                 * @description Its end, exclusive.
                 */
                ends: string;
            };
            /**
             * @description Length of a step in the lines.
             * @enum {string}
             */
            step: "hour" | "day";
            /** @description The time zone of the days. */
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
            /** @description The same for the former period. */
            formerRate: number | null;
            /** @description approved ÷ ended; null if none ended. */
            rate: number | null;
            /** @description The steps of the period. */
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
        /** @description The present balance, independent of the period. */
        OverviewBalance: {
            /** @description Available balance. */
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
            /** @description Reserved balance. */
            reserved: number;
            /** @description Sum of the payouts that wait for their approval. */
            waitingForApproval: number;
        };
        /** @description A period in one currency. */
        OverviewCurrency: {
            /** @description Largest first. */
            countries: {
                /** @description Sum of their amounts. */
                amount: number;
                /** @description Completed pay-ins. */
                approved: number;
                /** @description Completed pay-ins. */
                count: number;
                /** @description Pay-ins that ended: completed, declined, or failed with an error. */
                ended: number;
                /** @description The country; null: none was chosen. */
                key: string | null;
                /** @description approved ÷ ended; null if none ended. */
                rate: number | null;
            }[];
            /** @description Of the amounts. */
            currency: string;
            former: components["schemas"]["OverviewVolume"];
            /** @description The same for the former period. */
            formerRefundedShare: number | null;
            /** @description Largest first. */
            methods: {
                /** @description Sum of their amounts. */
                amount: number;
                /** @description Completed pay-ins. */
                approved: number;
                /** @description Completed pay-ins. */
                count: number;
                /** @description Pay-ins that ended: completed, declined, or failed with an error. */
                ended: number;
                /** @description The method; null: none was chosen. */
                key: string | null;
                /** @description Its payment option, for a list of its transactions; null: none was chosen. */
                optionId: string | null;
                /** @description approved ÷ ended; null if none ended. */
                rate: number | null;
            }[];
            own: components["schemas"]["OverviewVolume"];
            /** @description The payouts. */
            payouts: {
                /** @description Sum of their amounts. */
                amount: number;
                /** @description Completed payouts. */
                count: number;
            };
            /** @description Refunded share of the volume; null if there was no volume. */
            refundedShare: number | null;
            /** @description The steps of the period, including those without a payment. */
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
                /** @description Sum of their pending and completed refunds. */
                refunded: number;
            }[];
        };
        /** @description Pay-ins that were declined for one reason. */
        OverviewDecline: {
            /** @description Number of pay-ins with this error code. */
            count: number;
            /** @description The error code. */
            errorCode: string;
            /** @description The same for the former period. */
            formerCount: number;
            /** @description The text of the error code. */
            reason: string;
        };
        /** @description Unknown outcomes that a person decides. */
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
        /** @description Completed pay-ins, by the time of their creation. */
        OverviewVolume: {
            /** @description Sum of their amounts. */
            amount: number;
            /** @description Completed pay-ins. */
            count: number;
            /** @description Sum of their pending and completed refunds. */
            refunded: number;
        };
        /** @description The current state of the webhooks, independent of the period. */
        OverviewWebhooks: {
            /** @description Number of events among the latest ones that were given up. */
            abandoned: number;
            /** @description Number of delivered events among the latest ones. */
            delivered: number;
            /** @description Number of latest events that were checked, of the last 24 hours, 2,000 at most. */
            looked: number;
            /** @description Endpoints that are paused. */
            pausedEndpoints: number;
            /** @description Events in line, 10,000 at most. */
            waiting: number;
        };
        /** @description A browser session of the caller. */
        OwnSession: {
            /** @description Name of the browser, such as "Chrome on macOS". */
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
            /** @description false: its second factor is not proven yet. */
            isProven: boolean;
            /** @description Whether it is the session of this call. */
            isThis: boolean;
            /**
             * Format: date-time
             * @description When it was last used, accurate to half a minute.
             */
            lastUsedAt: string;
        };
        /** @description A payment link. */
        PaymentLink: {
            /** @description The amount to pay. */
            amount: number;
            /** @description Country of the payer; null: the payer chooses it. */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Currency code. */
            currency: string;
            /** @description What the payment is for, as shown to the payer. */
            description: string;
            /** @description E-mail address of the customer; null: none was given. */
            email: string | null;
            /** @description When it was paid, was cancelled or expired; null: it is open. */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description When the link expires.
             */
            expiresAt: string;
            /** @description Whether somebody has begun to pay and the outcome is not known yet. */
            isBeingPaid: boolean;
            /** @description Who made it. */
            madeBy: string;
            /** @description The reference. */
            merchantReference: string;
            /**
             * @description declined: every attempt was declined, and no further one is accepted.
             * @enum {string}
             */
            state: "open" | "paid" | "expired" | "cancelled" | "declined";
            /**
             * Format: uuid
             * @description The pay-in of the link.
             */
            transactionId: string;
            /** @description Address of the payment page. */
            url: string;
        };
        /** @description A field of a method. */
        PayoutField: {
            /** @description The label to show. */
            label: string;
            /** @description Name in paymentData, and name of the column in a file. */
            name: string;
            /** @description Whether a value is required. */
            required: boolean;
            /** @description The allowed values; empty: any text. */
            values: string[];
        };
        /** @description The payout options of the brand. */
        PayoutOptions: {
            /** @description The largest number of payouts in one file. */
            mostLines: number;
            /** @description The options, in the order in which they are shown. */
            options: {
                /** @description Where; empty: everywhere. */
                countries: string[];
                /** @description The currencies of the method. */
                currencies: {
                    /** @description Currency code. */
                    code: string;
                    /** @description The fields for this currency. */
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
        /** @description The balance of a brand in one currency. */
        PortalBalance: {
            /** @description Available for payouts and refunds. */
            available: number;
            /** @description Of the amounts. */
            currency: string;
            /**
             * Format: date-time
             * @description When the oldest of them was created; null: none waits.
             */
            oldestWaitingSince: string | null;
            /** @description Number of these payouts. */
            payoutsWaiting: number;
            /** @description Reserved for payouts and refunds that are not final, in units of the currency. */
            reserved: number;
            /** @description Sum of the payouts that wait for their approval. This sum is still part of `available`. */
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
            /** @description true: there are older transactions, which are not counted here. */
            more: boolean;
            /** @description The name that was given last. */
            name: string | null;
            /** @description Sums of these pay-ins, by currency. */
            paid: {
                /** @description Paid amount minus refunds. */
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
            /** @description Country of the recipient; null: not given. */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Currency code. */
            currency: string;
            /** @description Who approved or declined it; null: nobody did, or no approval is required. */
            decision: {
                /**
                 * @description The decision.
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
                     * @description user: a user of the portal. api: the holder of the API key.
                     * @enum {string}
                     */
                    kind: "user" | "api" | "operator";
                    /** @description The name at that time. */
                    name: string;
                };
            } | null;
            /** @description Why it was declined; null: it was not declined. */
            errorCode: string | null;
            /** @description The text of the error code. */
            errorReason: string | null;
            /**
             * Format: date-time
             * @description When the time for its approval ends; null: it does not wait.
             */
            expiresAt: string | null;
            /** @description Who. */
            maker: {
                /**
                 * @description user: a user of the portal. api: the holder of the API key.
                 * @enum {string}
                 */
                kind: "user" | "api" | "operator";
                /** @description The name at that time. */
                name: string;
            };
            /** @description The reference of the merchant. */
            merchantReference: string;
            /** @description Name of the method; null: the recipient has not chosen. */
            method: string | null;
            /** @description The recipient. */
            recipient: {
                /** @description Masked except for its last four characters; null: not known. */
                account: string | null;
                /** @description Name as given; null: none was given. */
                name: string | null;
            };
            /**
             * @description The current status.
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
            /** @description The merchant's id of the customer; null: none was given. */
            userId: string | null;
        };
        /** @description A refund in the list of a brand. */
        PortalRefund: {
            /** @description Amount of the refund. */
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
            /** @description Reference of the pay-in. */
            merchantReference: string;
            /** @description The amount of the pay-in. */
            paid: number;
            /** @description The reason of the refund. */
            reason: string | null;
            /**
             * Format: uuid
             * @description The refund.
             */
            refundId: string;
            /** @description The merchant's reference of the refund. */
            refundReference: string | null;
            /**
             * @description The current status.
             * @enum {string}
             */
            status: "PENDING" | "COMPLETED" | "FAILED";
            /**
             * Format: uuid
             * @description The pay-in.
             */
            transactionId: string;
            /** @description Whether its outcome is unknown and a person must decide. */
            undecided: boolean;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** @description A user of the merchant. */
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
             * @description When an unused link expires; null: there is none.
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
            /** @description Name of the invited person; null: not given yet. */
            name: string | null;
            /**
             * @description What the user may do.
             * @enum {string}
             */
            role: "owner" | "developer" | "finance-maker" | "finance-approver" | "support" | "read-only";
            /** @description The second factors of the user. */
            secondFactors: ("passkey" | "totp" | "recovery-code")[];
            /**
             * @description invited: the invitation is not accepted yet. expired: the invitation has expired. locked: too many sign-ins failed.
             * @enum {string}
             */
            state: "active" | "invited" | "expired" | "locked" | "disabled";
        };
        /** @description The exchange between the gateway and the provider. */
        ProviderExchange: {
            /** @description Names of the fields of the last answer. */
            answered: string[];
            /** @description Number of attempts in the cashier. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string | null;
            /** @description Number of inquiries without a final outcome. */
            inquiries: number;
            /**
             * Format: date-time
             * @description When the gateway checks it next.
             */
            nextQuestionAt: string | null;
            /** @description Name of the provider. */
            provider: string | null;
            /** @description The provider's reference. */
            providerReference: string | null;
            /** @description Result type of the last answer. */
            resultType: string | null;
            /** @description The same as a number. */
            statusCode: number | null;
            /** @description 3-D Secure: flow and status. */
            threeDs: string | null;
        };
        /** @description The health of the providers. */
        ProviderHealthList: {
            /** @description The providers, in the order in which they are tried. */
            items: {
                /** @description Pay-ins and payouts sent to it. */
                calls: number;
                /**
                 * @description open: at present nothing new is sent to it.
                 * @enum {string}
                 */
                circuit: "closed" | "open";
                /**
                 * Format: moment
                 * @description Time since which the circuit has this state.
                 */
                circuitSince: string;
                /** @description Number of these without an answer, or with a technical failure. A decline is no failure. */
                failed: number;
                /** @description Number of payments that were not sent, because its circuit was open. */
                heldBack: number;
                /** @description Half of the calls took at most this long, in milliseconds; null: there was none. */
                p50Ms: number | null;
                /** @description 95 of 100 calls took at most this long, in milliseconds; null: there was none. */
                p95Ms: number | null;
                /** @description The provider. */
                provider: string;
            }[];
        };
        /** @description How the merchant's receiver handles webhooks. */
        ReceiverReport: {
            /**
             * Format: moment
             * @description When the check began.
             */
            at: string;
            /** @description One for each check. */
            findings: {
                /** @description The answers that the grade is based on. */
                answers: {
                    /** @description How long it took, in milliseconds. */
                    durationMs: number;
                    /** @description Why there was no valid answer. */
                    error: string | null;
                    /** @description HTTP status of the answer; null: there was none. */
                    statusCode: number | null;
                }[];
                /**
                 * @description What was checked.
                 * @enum {string}
                 */
                check: "reachable" | "wrong-signature" | "no-signature" | "quick" | "twice" | "reordered" | "unknown-fields";
                /** @description What happened. */
                found: string;
                /**
                 * @description The result.
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
        /** @description The webhooks of a period, sent once more in their order. */
        Replay: {
            /**
             * Format: moment
             * @description When it was begun.
             */
            createdAt: string;
            /** @description Number of events that were tried again so far. */
            done: number;
            /**
             * Format: moment
             * @description When it ended; null: it is in progress.
             */
            endedAt: string | null;
            /** @description Number of its events. */
            events: number;
            /**
             * Format: moment
             * @description Beginning of the period.
             */
            from: string;
            /**
             * Format: uuid
             * @description The replay.
             */
            id: string;
            /** @description Who began it. */
            startedBy: string;
            /** @description Whether a person stopped it. */
            stopped: boolean;
            /**
             * Format: moment
             * @description Before this time.
             */
            to: string;
            /** @description false: delivered events too. */
            undeliveredOnly: boolean;
        };
        /** @description What a replay would send. */
        ReplayCount: {
            /** @description Number of events in the period; `most` + 1 if there are more than `most`. */
            events: number;
            /** @description The largest number of events of a replay. */
            most: number;
        };
        /** @description The latest replays of a brand. */
        Replays: {
            /** @description The replays. */
            items: components["schemas"]["Replay"][];
        };
        /** @description The transfers of one kind. */
        ReportActivity: {
            /** @description Sum of their amounts. */
            amount: number;
            /** @description Change of the available balance. */
            available: number;
            /** @description Number of transfers. */
            count: number;
            /**
             * @description The kind of transfer: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money paid in or taken out by the operator.
             * @enum {string}
             */
            kind: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
            /** @description Change of the reserved balance. */
            reserved: number;
        };
        /** @description A day in one currency. */
        ReportCurrency: {
            /** @description Sums of the transfers by kind. */
            activity: components["schemas"]["ReportActivity"][];
            /** @description Balance at the end of the day. */
            closing: {
                /** @description Available for payouts and refunds. */
                available: number;
                /** @description Reserved for payouts and refunds that are not final, in units of the currency. */
                reserved: number;
            };
            /** @description Of the amounts. */
            currency: string;
            /** @description Balance at the beginning of the day. */
            opening: {
                /** @description Available for payouts and refunds. */
                available: number;
                /** @description Reserved for payouts and refunds that are not final, in units of the currency. */
                reserved: number;
            };
            /** @description Number of transfers. */
            transfers: number;
        };
        /** @description The resumed endpoints. */
        ResumedWebhooks: {
            /** @description The addresses that were paused; empty if none was. */
            resumed: {
                /** @description The address, without its query. */
                url: string;
                /** @description Number of missed events that are sent now. */
                waitingEvents: number;
            }[];
        };
        /** @description At most `limit` (1 to 1000) within `windowSeconds` (1 to 2592000, 30 days); null or absent: no limit. */
        RiskLimit: {
            /** @description This many are accepted; the next one is refused. */
            limit: number;
            /** @description Length of the period, in seconds. */
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
            /** @description Number of payments created so far. */
            done: number;
            /** @description Number of payments of the whole month. */
            of: number;
        };
        /** @description A saved list with its filters. */
        SavedView: {
            /** @description Name of its owner. */
            by: string;
            /**
             * Format: uuid
             * @description The view.
             */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Whether it belongs to the caller, who may remove it. */
            own: boolean;
            /** @description The query of the page's address, without its question mark. */
            query: string;
            /** @description Whether colleagues see it too. */
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
                /** @description When it expires or expired; null: it is valid until it is replaced. */
                expiresAt: string | null;
                /** @description Its first and last characters; null: created before they were stored. */
                hint: string | null;
                /**
                 * Format: uuid
                 * @description The secret.
                 */
                id: string;
                /** @description When a request was last signed with it, rounded to the minute. */
                lastUsedAt: string | null;
            }[];
        };
        /** @description The result of a part of the file. */
        SentPayoutFilePart: {
            /** @description One for each line of the part. */
            lines: {
                /** @description Why it was declined. */
                errorCode: string | null;
                /** @description The text of the error code. */
                errorReason: string | null;
                /** @description Line number as in an editor; the column names are line 1. */
                line: number;
                /** @description Reference of the payout. */
                merchantReference: string;
                /** @description Why it was refused. */
                message: string | null;
                /**
                 * @description made-before: the payout existed already, and nothing was created. refused: nothing was created.
                 * @enum {string}
                 */
                outcome: "made" | "made-before" | "refused";
                /** @description The current status. */
                status: string | null;
                /** @description The payout. */
                transactionId: string | null;
            }[];
            /** @description `from` of the next part; null: this was the last one. */
            next: number | null;
        };
        /** @description Who is signed in and what that person may do. */
        Session: {
            /** @description Brands of the merchant, by name. */
            brands: {
                /** @description false: it accepts no new transactions. */
                active: boolean;
                /**
                 * Format: uuid
                 * @description The brand.
                 */
                id: string;
                /** @description Name. */
                name: string;
                /** @description IANA name of the time zone for all times on the screen. */
                timeZone: string;
            }[];
            /**
             * @description In `test` no money moves.
             * @enum {string}
             */
            environment: "test" | "production";
            /** @description The merchant of the user. */
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
                /** @description Name, or the e-mail address if there is no name. */
                name: string;
                /**
                 * @description What the user may be.
                 * @enum {string}
                 */
                role: "owner" | "developer" | "finance-maker" | "finance-approver" | "support" | "read-only";
            };
        };
        /** @description The present settings of a brand. */
        Settings: {
            /** @description false: it accepts no new transactions. */
            active: boolean;
            /** @description Payouts need no approval. */
            automaticApproval: boolean;
            /**
             * Format: uuid
             * @description The brand.
             */
            brandId: string;
            /** @description The defaults of the look. */
            defaultLook: {
                /** @description Default colour. */
                accentColour: string;
                /** @description Default radius, in pixels. */
                cornerRadius: number;
            };
            /** @description The allowed values of merchantDomain. */
            domains: string[];
            /** @description Requests must carry their signature. */
            enforceSignatures: boolean;
            /** @description A payout made in the portal is approved by another person. */
            fourEyes: boolean;
            /** @description Addresses that may call the API; empty: any. */
            ipAllowList: string[];
            look: components["schemas"]["ChosenLook"];
            /** @description Name of the brand. */
            name: string;
            /** @description Address for webhooks; null: none are sent. The query is only shown to users who may change it. */
            notificationUrl: string | null;
            /** @description Each request must name one of `domains`. */
            paymentFacilitator: boolean;
            /** @description Rules against card testing: `"off"` (the default in test), `"standard"` (the default in production), or its own limits, each of them null if the rule is off. They count card pay-ins of the brand within any period of `windowSeconds`: `attemptsPerCard` attempts, `wrongCodesPerCard` declines for a wrong CVV (2004), `declinesPerSource`, `declinesPerUser` and `declinesPerBin` declines of a network address, a userId and the first six digits of a number. Above a limit an attempt is declined with 2202 (wrong CVVs: 2203), and no provider is asked. Standard: 10 an hour, 3 a day, 20, 10 and 100 an hour. */
            risk: string | {
                attemptsPerCard?: components["schemas"]["RiskLimit"] | null;
                declinesPerBin?: components["schemas"]["RiskLimit"] | null;
                declinesPerSource?: components["schemas"]["RiskLimit"] | null;
                declinesPerUser?: components["schemas"]["RiskLimit"] | null;
                wrongCodesPerCard?: components["schemas"]["RiskLimit"] | null;
            };
            /** @description Every POST must carry `X-Signature`. */
            signAllRequests: boolean;
            /** @description The limits of `standard`. */
            standardRisk: {
                [key: string]: unknown;
            };
            /** @description IANA name. */
            timeZone: string;
        };
        /** @description The result of each. */
        SettledPayouts: {
            /** @description One result for each payout, in the order of the request. */
            results: {
                /** @description Such as 4001, if the balance is too low. */
                errorCode: string | null;
                /** @description The text of the error code. */
                errorReason: string | null;
                /** @description Why it was refused. */
                message: string | null;
                /**
                 * @description short: the balance is too low, and the payout still waits. not-sent: approved, but no provider accepted it. refused: nothing was changed.
                 * @enum {string}
                 */
                outcome: "approved" | "declined" | "short" | "not-sent" | "refused";
                /** @description The current status. */
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
            /** @description Amount of the transfer. */
            amount: number;
            /**
             * Format: date-time
             * @description When it was booked.
             */
            at: string;
            /** @description Change of the available balance. */
            available: number;
            /** @description Country of that transaction. */
            country: string | null;
            /** @description Of the amounts. */
            currency: string;
            /** @description Reference of the funding by the operator. */
            fundingReference: string | null;
            /**
             * @description The kind of transfer: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money paid in or taken out by the operator.
             * @enum {string}
             */
            kind: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
            /** @description Reference of that transaction. */
            merchantReference: string | null;
            /** @description Name of the payment method of that transaction. */
            method: string | null;
            /** @description The refund it belongs to. */
            refundId: string | null;
            /** @description Reason of that refund. */
            refundReason: string | null;
            /** @description Reference of that refund. */
            refundReference: string | null;
            /** @description Change of the reserved balance. */
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
             * @description Beginning of the day.
             */
            begins: string;
            /**
             * Format: date-time
             * @description When the day was closed; null: it is open, and its numbers still change.
             */
            computedAt: string | null;
            /** @description Sorted by currency code; currencies are never added up. */
            currencies: components["schemas"]["ReportCurrency"][];
            /** @description The day, such as 2026-03-29. */
            date: string;
            /**
             * Format: date-time
             * @description End of the day, exclusive.
             */
            ends: string;
            /** @description The time zone of the day. */
            timeZone: string;
        };
        /** @description The same address and password belong to several merchants. */
        SeveralMerchants: {
            /** @description The merchants for which address and password are correct. */
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
            /** @description X-Request-Id of this call. */
            requestId: string;
            /** @description 409. */
            statusCode: number;
        };
        /** @description Why a signature matches or does not. Never a signature. */
        SignatureExplanation: {
            /** @description Where the given body first differs from the string to sign; null: they are equal. */
            difference: {
                /** @description Number of characters before the difference. */
                at: number;
                /** @description The given body around the difference. */
                given: string;
                /** @description The string to sign around the difference. */
                signed: string;
            } | null;
            /** @description Whether the body belongs to a known event of the brand, whose sent bytes are known. */
            knownEvent: boolean;
            /** @description The mistakes of the given signature. */
            mistakes: {
                /**
                 * @description The kind of mistake.
                 * @enum {string}
                 */
                of: "text" | "encoding" | "secret";
                /** @description The mistake, and how to correct it. */
                says: string;
            }[];
            /** @description The secret of the given signature; null: none of them. */
            secretId: string | null;
            /** @description The text of the right signature; null: the body cannot be read. */
            stringToSign: string | null;
            /**
             * @description explained: it was made with a known mistake. unexplained: with an unknown mistake, or with another secret.
             * @enum {string}
             */
            verdict: "matches" | "explained" | "unexplained";
        };
        /** @description The state of a sign-in. */
        SignInStep: {
            /** @description E-mail address of the user. */
            email: string;
            /** @description Name of the merchant. */
            merchantName: string;
            /**
             * @description done: signed in. prove: a second factor is required, by one of `ways`. enrol: a second factor must be added.
             * @enum {string}
             */
            step: "done" | "prove" | "enrol";
            /** @description The user's second factors, the best first. */
            ways: ("passkey" | "totp" | "recovery-code")[];
        };
        /** @description Code examples with the values of the brand. */
        Snippets: {
            /** @description The newest key of the brand; the key itself was shown when it was made. */
            apiKey: {
                /** @description Its first and last characters; null: created before they were stored. */
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
            /** @description The current secret for webhooks. */
            signingSecretId: string | null;
            /** @description The code examples. */
            snippets: {
                /** @description Method and path; empty for code of your own server. */
                address: string;
                /** @description Address of its description in the API reference. */
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
            /** @description Amount of the transfer. */
            amount: number;
            /**
             * Format: date-time
             * @description When it was booked.
             */
            at: string;
            /** @description Change of the available balance. */
            available: number;
            /** @description Available balance after it; null if the list is filtered by `kind`. */
            availableAfter: number | null;
            /** @description Country of that transaction. */
            country: string | null;
            /** @description Of the amounts. */
            currency: string;
            /** @description Reference of the funding by the operator. */
            fundingReference: string | null;
            /**
             * @description The kind of transfer: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money paid in or taken out by the operator.
             * @enum {string}
             */
            kind: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
            /** @description Reference of that transaction. */
            merchantReference: string | null;
            /** @description Name of the payment method of that transaction. */
            method: string | null;
            /** @description The refund it belongs to. */
            refundId: string | null;
            /** @description Reason of that refund. */
            refundReason: string | null;
            /** @description Reference of that refund. */
            refundReference: string | null;
            /** @description Change of the reserved balance. */
            reserved: number;
            /** @description Reserved balance after it; null if the list is filtered by `kind`. */
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
        /** @description A case that waits for a person. */
        StuckItem: {
            /** @description Of the transaction or refund. In units of the currency. */
            amount: number;
            /** @description Currency code. */
            currency: string;
            /**
             * @description unknown-outcome and undecided-refund: the provider never gave an outcome, and the gateway no longer asks. waiting-payout: its approval is late.
             * @enum {string}
             */
            kind: "unknown-outcome" | "undecided-refund" | "waiting-payout";
            /** @description The merchant's reference, or the id of the refund. */
            reference: string;
            /**
             * Format: uuid
             * @description The refund, for an undecided refund.
             */
            refundId: string | null;
            /**
             * Format: date-time
             * @description Time since which it waits.
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
            /** @description Beginning of an answer other than a success, at most 1 KB. */
            answer: string | null;
            /** @description What was sent. */
            body: string;
            /** @description How long it took, in milliseconds. */
            durationMs: number;
            /** @description Why there was no valid answer. */
            error: string | null;
            /** @description The headers that were sent. */
            headers: {
                /** @description Name. */
                name: string;
                /** @description Value. */
                value: string;
            }[];
            /** @description HTTP status of the answer; null: there was none. */
            statusCode: number | null;
            /** @description The address, without its query. */
            url: string;
        };
        /** @description Who did it. */
        TransactionActor: {
            /**
             * @description What acted. user: a colleague; api: a call of the API; resolver: an inquiry of the gateway to the provider.
             * @enum {string}
             */
            kind: "user" | "operator" | "api" | "merchant" | "shopper" | "provider" | "resolver" | "expiry" | "sandbox" | "gateway";
            /** @description Name of a person or brand. */
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
            /** @description The text of the error code. */
            errorReason: string;
            /** @description The payment option of the attempt. */
            option: string | null;
        };
        /** @description The values of the filters. */
        TransactionFilters: {
            /** @description Country codes of the options. */
            countries: string[];
            /** @description Currency codes, sorted alphabetically. */
            currencies: string[];
            /** @description The error codes of transactions. */
            errorCodes: {
                /** @description The code. */
                code: string;
                /** @description What it means. */
                reason: string;
            }[];
            /** @description Payment and payout options, pay-ins first. */
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
            /** @description Sum of pending and completed refunds. In units of the currency. */
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
            /** @description The text of the error code. */
            errorReason: string | null;
            /**
             * Format: uuid
             * @description The transaction.
             */
            id: string;
            /** @description Whether it was paid after it had expired or been cancelled. */
            lateSuccess: boolean;
            /** @description The merchant's reference. */
            merchantReference: string;
            /** @description Payment option or suboption. */
            option: string | null;
            /** @description Kind of the option. */
            optionType: string | null;
            /** @description Payment or invoice reference. */
            paymentReference: string;
            /** @description Name of the provider. */
            provider: string | null;
            /** @description The provider's reference. */
            providerReference: string | null;
            /**
             * @description How much of it was refunded.
             * @enum {string}
             */
            refunded: "none" | "part" | "all";
            /**
             * @description The current status.
             * @enum {string}
             */
            status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR";
            /**
             * @description Pay-in or payout.
             * @enum {string}
             */
            type: "PAYIN" | "PAYOUT";
            /** @description Whether its outcome is unknown and a person must decide it. */
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
            /** @description Text of the note. */
            note: string;
            /** @description Whether the caller wrote it and may remove it. */
            own: boolean;
        };
        /** @description All data of a transaction. */
        TransactionPage: {
            /** @description What the caller may do with it now. */
            actions: ("refund" | "cancel" | "confirm" | "decide" | "decide-refund" | "settle-payout" | "resend-webhook" | "block-card" | "block-email" | "block-user" | "block-address" | "note")[];
            /** @description The declined attempts. */
            attempts: components["schemas"]["TransactionAttempt"][];
            /** @description The available balance of the brand in its currency. In units of the currency. */
            available: number;
            exchange: components["schemas"]["ProviderExchange"];
            /** @description Further facts. */
            facts: {
                /** @description Month and year. */
                cardExpiry: string | null;
                /** @description What a confirmation requires: UTR, TRANSACTION_ID, DOCUMENT or ANY. */
                confirmBy: string | null;
                /** @description Free text of the merchant. */
                extra1: string | null;
                /** @description Free text of the merchant. */
                extra2: string | null;
                /** @description Free text of the merchant. */
                extra3: string | null;
                /**
                 * @description The kind of call or page that created it.
                 * @enum {string}
                 */
                origin: "v3" | "v2" | "session" | "portal";
                /** @description Account of the recipient, masked. */
                recipient: string | null;
                /** @description The advice of the error code. */
                retryAdvice: string | null;
                /** @description The session. */
                sessionId: string;
            };
            /** @description Oldest first. */
            notes: components["schemas"]["TransactionNote"][];
            person: components["schemas"]["TransactionPerson"];
            /** @description The amount that can still be refunded. In units of the currency. */
            refundable: number;
            /** @description Oldest first. */
            refunds: components["schemas"]["TransactionRefund"][];
            /** @description Other transactions of this customer, newest first. */
            related: components["schemas"]["TransactionItem"][];
            risk: components["schemas"]["TransactionRisk"];
            sentence: components["schemas"]["TransactionSentence"];
            /** @description Sorted alphabetically. */
            tags: string[];
            /** @description Oldest first. */
            timeline: components["schemas"]["TransactionStep"][];
            transaction: components["schemas"]["TransactionItem"];
            /** @description Oldest first. */
            transfers: components["schemas"]["TransactionTransfer"][];
            /** @description Oldest first. */
            webhooks: components["schemas"]["TransactionWebhook"][];
        };
        /** @description The person who pays or is paid. */
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
            /** @description The merchant's id of the customer; null: none was given. */
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
            /** @description The text of the error code. */
            errorReason: string | null;
            /**
             * Format: uuid
             * @description The refund.
             */
            id: string;
            /** @description Number of inquiries about it without a final outcome. */
            inquiries: number;
            madeBy: components["schemas"]["TransactionActor"];
            /** @description The provider's reference of it. */
            providerReference: string | null;
            /** @description Why it was made. */
            reason: string | null;
            /** @description The merchant's reference of it. */
            refundReference: string | null;
            /**
             * @description The current status.
             * @enum {string}
             */
            status: "PENDING" | "COMPLETED" | "FAILED";
            /** @description Whether its outcome is unknown and a person must decide it. */
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
                 * @description When the block expires.
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
                /** @description The blocked value. */
                value: string;
            }[];
            /** @description How the risk rules count its card, user and address now. */
            counters: {
                /** @description The present count. */
                counted: number;
                /** @description The limit. */
                limit: number;
                /** @description Name of the rule. */
                rule: string;
                /** @description The period of the limit, in seconds. */
                windowSeconds: number;
            }[];
        };
        /** @description The sentence that the page begins with. */
        TransactionSentence: {
            /** @description The possible actions. */
            next: string | null;
            /**
             * @description How to show it.
             * @enum {string}
             */
            tone: "good" | "bad" | "waiting" | "attention" | "quiet";
            /** @description What happened, and why. */
            what: string;
        };
        /** @description A step of the transaction. */
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
            /** @description The account from which the money was moved. */
            from: string;
            /**
             * Format: uuid
             * @description The transfer.
             */
            id: string;
            /** @description The account to which the money was moved. */
            to: string;
        };
        /** @description A webhook event of the transaction. */
        TransactionWebhook: {
            /**
             * Format: date-time
             * @description When the event was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the receiver accepted it.
             */
            deliveredAt: string | null;
            /** @description What went wrong in the last try. */
            error: string | null;
            /**
             * Format: uuid
             * @description The event.
             */
            eventId: string;
            /** @description The type of the event. */
            eventType: string;
            /**
             * Format: date-time
             * @description When it is sent next.
             */
            nextTryAt: string | null;
            /** @description Its number within the transaction. */
            sequence: number;
            /**
             * @description delivered: the receiver accepted it. pending: it will be sent. waiting: its endpoint is paused or has a line. abandoned: every try failed. unaddressed: there is no address.
             * @enum {string}
             */
            state: "pending" | "delivered" | "waiting" | "abandoned" | "unaddressed";
            /** @description HTTP status of the last try. */
            statusCode: number | null;
            /** @description Number of tries. */
            tries: number;
            /** @description Address of the last try, without its query. */
            url: string | null;
        };
        /** @description A payout that waits for its approval, with the facts that an approver needs. */
        WaitingPayout: {
            /** @description What is paid. */
            amount: number;
            /** @description What is known about the account; null: the account is unknown, or the payout is older than these records. */
            background: {
                /** @description Payouts of the same amount to the same account within 24 hours; three at most. */
                duplicates: {
                    /**
                     * Format: date-time
                     * @description When it was made.
                     */
                    createdAt: string;
                    /** @description Reference of the payout. */
                    merchantReference: string;
                    /**
                     * @description The current status.
                     * @enum {string}
                     */
                    status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR";
                    /**
                     * Format: uuid
                     * @description The other payout.
                     */
                    transactionId: string;
                }[];
                /** @description The account at which this customer was last paid, if it is another one. */
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
                 * @description When it was last paid; null: never.
                 */
                lastPaidAt: string | null;
                /** @description How often this account was paid before; 100 means 100 or more. */
                paidBefore: number;
            } | null;
            /** @description The available balance after its approval; below zero: the balance is too low. */
            balanceAfter: number;
            /** @description Country of the recipient; null: not given. */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Currency code. */
            currency: string;
            /** @description Who approved or declined it; null: nobody did, or no approval is required. */
            decision: {
                /**
                 * @description The decision.
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
                     * @description user: a user of the portal. api: the holder of the API key.
                     * @enum {string}
                     */
                    kind: "user" | "api" | "operator";
                    /** @description The name at that time. */
                    name: string;
                };
            } | null;
            /** @description Why it was declined; null: it was not declined. */
            errorCode: string | null;
            /** @description The text of the error code. */
            errorReason: string | null;
            /**
             * Format: date-time
             * @description When the time for its approval ends; null: it does not wait.
             */
            expiresAt: string | null;
            /** @description Who. */
            maker: {
                /**
                 * @description user: a user of the portal. api: the holder of the API key.
                 * @enum {string}
                 */
                kind: "user" | "api" | "operator";
                /** @description The name at that time. */
                name: string;
            };
            /** @description false: the brand has four eyes, and another person approves it. */
            mayApprove: boolean;
            /** @description The reference of the merchant. */
            merchantReference: string;
            /** @description Name of the method; null: the recipient has not chosen. */
            method: string | null;
            /** @description The recipient. */
            recipient: {
                /** @description Masked except for its last four characters; null: not known. */
                account: string | null;
                /** @description Name as given; null: none was given. */
                name: string | null;
            };
            /**
             * @description The current status.
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
            /** @description The merchant's id of the customer; null: none was given. */
            userId: string | null;
            /**
             * @description made: the caller made it. access: less than 24 hours ago the maker or the caller gave the other one new access to the portal, or one colleague gave it to both. null: the caller may approve it.
             * @enum {unknown}
             */
            whyNot: "made" | "access" | null;
        };
        /** @description A page of the approval queue. */
        WaitingPayouts: {
            /** @description Whether users may not approve payouts that they made. */
            fourEyes: boolean;
            /** @description Payouts that wait, oldest first. */
            items: components["schemas"]["WaitingPayout"][];
            /** @description The value of `cursor` for the next page; null: this is the last one. */
            next: string | null;
            /** @description All waiting payouts, by currency. */
            totals: {
                /** @description Sum of their amounts. */
                amount: number;
                /** @description The available balance of the brand. */
                available: number;
                /** @description Number of waiting payouts. */
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
        /** @description The health of a brand's webhooks. */
        WebhookHealth: {
            /** @description Events that were given up. Counted to 10,000. */
            abandoned: number;
            /** @description No count goes further. */
            countedTo: number;
            /** @description Addresses that fail or are paused. */
            endpoints: {
                /**
                 * Format: moment
                 * @description Time since which no try was answered 2xx.
                 */
                failingSince: string | null;
                /** @description false: an address that transactions name themselves. */
                isBrandAddress: boolean;
                /**
                 * Format: moment
                 * @description Time since which it is paused.
                 */
                pausedAt: string | null;
                /** @description Why it is paused: its answers, or the person who paused it. */
                pauseReason: string | null;
                /** @description The address, without its query. */
                url: string;
            }[];
            /** @description Half of these took at most this long, in milliseconds. */
            p50Ms: number | null;
            /** @description 95 of 100 of these took at most this long, in milliseconds. */
            p95Ms: number | null;
            /** @description Events that failed and are tried again. Counted to 10,000. */
            retrying: number;
            /**
             * Format: moment
             * @description Time of the first of these tries.
             */
            since: string | null;
            /** @description Number of these tries that were answered 2xx. */
            succeeded: number;
            /** @description Number of tries of the latest 500 events. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description Name of the person for colleagues and the audit log. 1 to 100 characters, at least one of them visible.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The state of the confirmation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Confirmation"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description The browser's answer to the challenge of `askPasskey`. */
                    passkey?: Record<string, never>;
                    /** @description Password. */
                    password: string;
                    /** @description As typed; spaces and dashes are ignored. */
                    recoveryCode?: string;
                    /** @description As typed; spaces and dashes are ignored. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
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
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description A name to recognise it, such as the device. 1 to 60 characters, at least one of them visible.
                     */
                    name: string;
                    /** @description The browser's answer to the challenge. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
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
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description A name to recognise it, such as the device. 1 to 60 characters, at least one of them visible.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description As typed; spaces and dashes are ignored. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
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
            /** @description The database is unavailable. Try again. */
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
            /** @description The values for the app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTotp"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Actions, comma-separated: merchant.created, brand.created, brand.changed, brand.option-set, brand.funded, api-key.rotated, api-key.ended, api-key.scopes-changed, signing-secret.rotated, signing-secret.ended, webhooks.resumed, webhooks.paused, webhooks.replayed, webhooks.replay-stopped, webhooks.tested, user.invited, user.signed-in, user.signed-out, user.sign-in-failed, payout.created, link.created, user.joined, user.changed, user.password-changed, user.second-factor-added, user.second-factor-removed, user.second-factor-reset, user.recovery-codes-made, user.sessions-ended, payout.approved, payout.declined, transaction.cancelled, outcome.forced, outcome.decided, payment.confirmed, refund.made, refund.decided, webhook.resent, note.added, note.removed, tags.changed, block.created, block.removed, operator-token.created, operator-token.removed, operator.sign-in-failed, demo.seeded. */
                action?: string;
                /** @description Ids of users, operators or brands, comma-separated. 1 to 1000 characters. */
                actor?: string;
                /** @description user: users of the merchant. api: holders of an API key. */
                actorKind?: "operator" | "user" | "api";
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description At this time or later. */
                from?: string;
                /** @description Page size: 1 to 100. Default 50. */
                limit?: string;
                /** @description The id of the target of the action. 1 to 255 characters. */
                target?: string;
                /** @description Before this time. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Actions, comma-separated: merchant.created, brand.created, brand.changed, brand.option-set, brand.funded, api-key.rotated, api-key.ended, api-key.scopes-changed, signing-secret.rotated, signing-secret.ended, webhooks.resumed, webhooks.paused, webhooks.replayed, webhooks.replay-stopped, webhooks.tested, user.invited, user.signed-in, user.signed-out, user.sign-in-failed, payout.created, link.created, user.joined, user.changed, user.password-changed, user.second-factor-added, user.second-factor-removed, user.second-factor-reset, user.recovery-codes-made, user.sessions-ended, payout.approved, payout.declined, transaction.cancelled, outcome.forced, outcome.decided, payment.confirmed, refund.made, refund.decided, webhook.resent, note.added, note.removed, tags.changed, block.created, block.removed, operator-token.created, operator-token.removed, operator.sign-in-failed, demo.seeded. */
                action?: string;
                /** @description Ids of users, operators or brands, comma-separated. 1 to 1000 characters. */
                actor?: string;
                /** @description user: users of the merchant. api: holders of an API key. */
                actorKind?: "operator" | "user" | "api";
                /** @description Kind of file. */
                format: "csv" | "xlsx";
                /** @description At this time or later. */
                from?: string;
                /** @description The id of the target of the action. 1 to 255 characters. */
                target?: string;
                /** @description IANA name of the time zone for times in the file. Default UTC. 1 to 64 characters. */
                timeZone?: string;
                /** @description Before this time. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                            /** @description Name, or the e-mail address if there is no name. */
                            name: string;
                        }[];
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description How long the former ones stay valid, in seconds: 0 to 31,536,000. Default 86,400: a day. 0 ends them at once. */
                    expirePreviousInSeconds?: number | null;
                    /** @description What the new key may do; a call outside them is 403. Default: everything; in the portal, what the newest key may do. */
                    scopes?: ("read" | "payments" | "refunds" | "payouts" | "settle")[] | null;
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
    allowSettle: {
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
            /** @description Allowed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description What is blocked: a card; the first digits of card numbers; an e-mail address, in upper or lower case; a userId as in requests; an IP address or a range of addresses, of the customer or of the browser in the cashier; the country of a transaction. */
                kind?: "card" | "bin" | "email" | "userId" | "ip" | "country";
                /** @description Page size: 1 to 100. Default 50. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Page size: 1 to 100, default 50. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Page size: 1 to 100, default 50. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Page size: 1 to 100, default 50. */
                limit?: string;
                /** @description With this method. */
                method?: "GET" | "POST";
                /** @description failed: answered 4xx or 5xx. */
                outcome?: "failed" | "succeeded";
                /** @description Beginning of the path. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description The expected secret; omitted: any secret of the brand.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Page size: 1 to 100. Default 25. */
                limit?: string;
                /** @description Only links in this state. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description The amount to pay, in units of the currency. */
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
                    /**
                     * Format: text
                     * @description What the payment is for; shown to the payer. 1 to 120 characters, at least one of them visible.
                     */
                    description: string;
                    /**
                     * Format: email
                     * @description E-mail address. 4 to 255 characters.
                     * @example anna@example.com
                     */
                    email?: string | null;
                    /** @description How long the link can be paid, in hours: 1 to 720 (30 days). */
                    expiresInHours: number;
                    /**
                     * Format: language
                     * @description Two-letter language code (ISO 639-1) of the cashier pages.
                     * @example en
                     */
                    language?: string | null;
                    /**
                     * Format: text
                     * @description Your reference of this payment; generated if omitted. Up to 255 characters.
                     */
                    merchantReference?: string | null;
                    /**
                     * Format: text
                     * @description Your id of the customer. Up to 255 characters.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description The reason, for colleagues. 1 to 255 characters, at least one of them visible.
                     */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description The link in its current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description Whether it is enabled. */
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
            /** @description The present setting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodSetting"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Last day, inclusive. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Created at this time or later. */
                createdFrom?: string;
                /** @description Created before this time. */
                createdTo?: string;
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
                currency?: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description Page size: 1 to 100. Default 25. */
                limit?: string;
                /** @description A whole id, reference or e-mail address. 1 to 320 characters. */
                search?: string;
                /** @description Only payouts with this status. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description Country of the recipient, in upper case. */
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
                     * @description Your reference of this payout; a second use is refused. Up to 255 characters.
                     */
                    merchantReference: string;
                    /** @description The recipient, in the fields of the method. A card is named by its token, never by its number. */
                    paymentData: {
                        [key: string]: string;
                    };
                    /**
                     * Format: uuid
                     * @description The payout option.
                     */
                    paymentOptionId: string;
                    /**
                     * Format: text
                     * @description Your id of the customer. Up to 255 characters.
                     */
                    userId?: string | null;
                };
            };
        };
        responses: {
            /** @description The payout was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadePayout"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The content of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedPayoutFile"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The result of each line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentPayoutFilePart"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description The decision.
                     * @enum {string}
                     */
                    action: "APPROVE" | "DECLINE";
                    /**
                     * Format: text
                     * @description Why they are declined; required for DECLINE. 1 to 255 characters, at least one of them visible.
                     */
                    reason?: string | null;
                    /** @description The payouts to decide. If the balance is too low for all, the first ones are approved. */
                    transactionIds: string[];
                };
            };
        };
        responses: {
            /** @description The result of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledPayouts"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
                currency?: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description Page size: 1 to 100. Default 50. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
                currency?: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description Created at this time or later. */
                from?: string;
                /** @description Page size: 1 to 100, default 50. */
                limit?: string;
                /** @description Refunds with this reason. */
                reason?: "DUPLICATE" | "FRAUD" | "CUSTOMER_REQUEST" | "RETURN" | "OTHER";
                /** @description Refunds that have this status now. */
                status?: "PENDING" | "COMPLETED" | "FAILED";
                /** @description Created before this time. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Page size: 1 to 100, default 50. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description The part in a CSV file; default activity. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
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
            /** @description The database is unavailable. Try again. */
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
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
                currency?: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description The kind of transfer: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money paid in or taken out by the operator. */
                kind?: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
                /** @description Page size: 1 to 100, default 50. */
                limit?: string;
                /** @description transactions: completed pay-ins, payouts and refunds. details: every transfer. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The progress, line by line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["SampleProgress"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description All present settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description All present settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description How long the former ones stay valid, in seconds: 0 to 31,536,000. Default 86,400: a day. 0 ends them at once. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
                currency: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description Booked at this time or later. */
                from?: string;
                /** @description The kind of transfer: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money paid in or taken out by the operator. */
                kind?: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
                /** @description Page size: 1 to 100, default 50. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it. */
                currency: string;
                /** @description Kind of file. */
                format: "csv" | "xlsx";
                /** @description Booked at this time or later. */
                from?: string;
                /** @description The kind of transfer: a pay-in; the steps of a payout or a refund (set aside, paid, returned); money paid in or taken out by the operator. */
                kind?: "PAYIN" | "PAYOUT_SET_ASIDE" | "PAYOUT_PAID" | "PAYOUT_RETURNED" | "REFUND_SET_ASIDE" | "REFUND_PAID" | "REFUND_RETURNED" | "FUNDING" | "WITHDRAWAL";
                /** @description The file in pieces. Before each piece are its length and the number of rows written so far, 4 bytes each. An empty piece is the last. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Smallest amount, in units of `currency`, which must have exactly one value. */
                amountFrom?: string;
                /** @description Largest amount, in units of `currency`, which must have exactly one value. */
                amountTo?: string;
                /** @description Country codes, comma-separated. */
                country?: string;
                /** @description Currency codes, comma-separated. */
                currency?: string;
                /** @description `next` of the page before. */
                cursor?: string;
                /** @description Error codes, comma-separated. */
                errorCode?: string;
                /** @description First day, `YYYY-MM-DD`, in the time zone of the brand. */
                from?: string;
                /** @description Page size: 1 to 100, default 50. */
                limit?: string;
                /** @description Ids of payment options or suboptions, comma-separated; an option includes its suboptions. */
                option?: string;
                /** @description E-mail address, phone number, last four digits of a card, any id, any reference; the whole value, in upper or lower case. */
                q?: string;
                /** @description How much was refunded: none, part, all. */
                refunded?: string;
                /** @description Statuses, comma-separated. */
                status?: string;
                /** @description Last day, inclusive, in the time zone of the brand. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description When it expires; absent: it is valid until it is removed.
                     */
                    expiresAt?: string | null;
                    /**
                     * @description The value of the transaction that is blocked.
                     * @enum {string}
                     */
                    kind: "card" | "email" | "userId" | "ip";
                    /**
                     * Format: text
                     * @description Why. 1 to 255 characters, at least one of them visible.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description The reason; shown in the timeline. 1 to 255 characters, at least one of them visible.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description M-Pesa: the transaction id. UPI: the UTR. Other methods: free text. Up to 255 characters.
                     */
                    essentialKey?: string | null;
                };
            };
        };
        responses: {
            /** @description Submitted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description How you know the outcome; shown in the timeline and in the audit log. 3 to 255 characters, at least one of them visible.
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Decided. The updated page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description Text of the note. 1 to 1000 characters, at least one of them visible.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description In units of the currency; at most the remaining amount. */
                    amount: number;
                    /**
                     * Format: text
                     * @description For colleagues: stored as a note on the transaction. 1 to 1000 characters, at least one of them visible.
                     */
                    note?: string | null;
                    /**
                     * @description Why.
                     * @enum {string}
                     */
                    reason: "DUPLICATE" | "FRAUD" | "CUSTOMER_REQUEST" | "RETURN" | "OTHER";
                    /**
                     * Format: text
                     * @description A second call with it makes no second refund. 1 to 255 characters, at least one of them visible.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description How you know the outcome; shown in the timeline and in the audit log. 3 to 255 characters, at least one of them visible.
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Decided. The updated page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description Smallest amount, in units of `currency`, which must have exactly one value. */
                amountFrom?: string;
                /** @description Largest amount, in units of `currency`, which must have exactly one value. */
                amountTo?: string;
                /** @description Columns of the list, comma-separated, in the wanted order. Omitted: all columns. */
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
                /** @description Ids of payment options or suboptions, comma-separated; an option includes its suboptions. */
                option?: string;
                /** @description The file in pieces. Before each piece are its length and the number of rows written so far, 4 bytes each. An empty piece is the last. */
                progress?: "true";
                /** @description E-mail address, phone number, last four digits of a card, any id, any reference; the whole value, in upper or lower case. */
                q?: string;
                /** @description How much was refunded: none, part, all. */
                refunded?: string;
                /** @description Statuses, comma-separated. */
                status?: string;
                /** @description Last day, inclusive, in the time zone of the brand. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description Name. 1 to 60 characters, at least one of them visible.
                     */
                    name: string;
                    /**
                     * Format: text
                     * @description The query of the page's address, without its question mark. Up to 2000 characters.
                     */
                    query: string;
                    /** @description Whether colleagues see it too. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
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
            /** @description The database is unavailable. Try again. */
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
                /** @description Event types, comma-separated, such as `refund.failed`. */
                eventType?: string;
                /** @description Happened at this time or later. */
                from?: string;
                /** @description Page size: 1 to 100, default 25. */
                limit?: string;
                /** @description States of events, comma-separated: sending, retrying, waiting, unaddressed, abandoned, delivered. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description The transaction of the event. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                /** @description The transaction of the event. */
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
            /** @description It will be sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description The reason, for colleagues. 1 to 200 characters, at least one of them visible.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description false: delivered events too. */
                    undeliveredOnly: boolean;
                };
            };
        };
        responses: {
            /** @description The replay has started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The stopped replay with its progress. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description false: delivered events too. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The resumed endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumedWebhooks"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The sent event and the answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestDelivery"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
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
            /** @description The database is unavailable. Try again. */
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
                /** @description The token of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It was used already, or it has expired. */
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
            /** @description The database is unavailable. Try again. */
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
                /** @description The token of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: text
                     * @description Name of the person for colleagues and the audit log. 1 to 100 characters, at least one of them visible.
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
            /** @description The request is not valid; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It was used already, or it has expired. */
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
            /** @description The database is unavailable. Try again. */
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
            /** @description The proofs of the last nights, newest first. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The state of the sign-in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description The browser's answer to the challenge. */
                    response: Record<string, never>;
                };
            };
        };
        responses: {
            /** @description Signed in; the session continues with a new cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
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
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description As typed; spaces and dashes are ignored. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session continues with a new cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
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
            /** @description The database is unavailable. Try again. */
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
                    /** @description As typed; spaces and dashes are ignored. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session continues with a new cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
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
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                     * @description The merchant, if the person works for several merchants with one password.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
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
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                        /** @description The value of `cursor` for the next page; null: this is the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
                    /** @description true: the user cannot sign in. */
                    disabled?: boolean;
                    /**
                     * @description The new role.
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
            /** @description The request is not valid; each fault names its field. */
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
            /** @description The role of the user may not do this, the call does not come from the portal, or the user must confirm their identity first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. Try again. */
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
