// What the library answers, as far as it is read here. Everything may be absent.

interface Secret {
  value?: string;
}

interface Money {
  minorAmount?: string;
  currency?: string;
}

export interface RedirectionData {
  form?: { endpoint?: string; method?: string; formFields?: Record<string, string> };
  uri?: { uri?: string };
  html?: unknown;
}

export interface PaymentAnswer {
  status?: string;
  connectorTransactionId?: string;
  merchantTransactionId?: string;
  redirectionData?: RedirectionData;
  connectorFeatureData?: Secret;
  networkTransactionId?: string;
  capturedAmount?: string;
  authorizedMoney?: Money;
  mandateReference?: { connectorMandateId?: { connectorMandateId?: string } };
  error?: ErrorAnswer;
}

export interface ErrorAnswer {
  issuerDetails?: { networkDetails?: { declineCode?: string } };
  connectorDetails?: { code?: string };
}

export interface RefundAnswer {
  status?: string;
  connectorRefundId?: string;
  connectorTransactionId?: string;
  merchantRefundId?: string;
  error?: ErrorAnswer;
}

export interface TokenAnswer {
  accessToken?: Secret;
  tokenType?: string;
  expiresInSeconds?: string;
}

export interface OrderAnswer {
  connectorOrderId?: string;
  sessionToken?: string;
}

export interface EventAnswer {
  eventType?: string;
  eventContent?: {
    paymentsResponse?: PaymentAnswer;
    refundsResponse?: RefundAnswer;
    disputesResponse?: object;
  };
  sourceVerified?: boolean;
}
