// What the plugin adds to the Shop API and to the Admin API.
import { parse } from 'graphql';

const PAGE = `
  type TollgatePage {
    "Send the customer to this address: the cashier, or your return page if the order is paid already."
    url: String!
    transactionId: String
    "The reference of the payment: the code of the order and a number."
    merchantReference: String
  }
`;

export const shopSchema = parse(`${PAGE}
  type TollgatePaymentState {
    orderCode: String!
    orderState: String!
    "Whether the money is paid, or held until the shipment."
    isPaid: Boolean!
    "As the gateway says: INIT, PENDING, PROCESSING, COMPLETED, DECLINED or ERROR."
    paymentStatus: String!
  }
  "What a customer with an account agrees to with this payment: to be charged later without them."
  input TollgateMandateInput {
    "RECURRING, INSTALLMENTS or UNSCHEDULED."
    reason: String!
    description: String
    "The most for each later charge, in units of the currency."
    maxAmount: Float
  }
  extend type Mutation {
    "A cashier page for what is open of the active order. The same page for each click, until the order changes."
    createTollgatePayment(paymentMethodCode: String, mandate: TollgateMandateInput): TollgatePage!
    "On the page that the customer returns to: books what the gateway says now. Null: there is no such payment."
    syncTollgatePayment(merchantReference: String!): TollgatePaymentState
  }
`);

export const adminSchema = parse(`${PAGE}
  extend type Query {
    "What the payment with this reference brought, less refunds, chargebacks and returns; in units of its currency."
    tollgateBalance(merchantReference: String!): Float!
  }
  extend type Mutation {
    "A link that a customer can pay for some days: for a draft, an order without payment, or what an addition costs."
    createTollgatePaymentLink(orderId: ID!, paymentMethodCode: String): TollgatePage!
    "Charges what is open of the order to a mandate of its customer, who is absent."
    chargeTollgateMandate(orderId: ID!, mandateId: String!, paymentMethodCode: String): Order!
  }
`);
