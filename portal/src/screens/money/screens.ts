// The money screens as one file of the page: each file of its own would cost the first screen some bytes of address.
export { BalancesScreen } from './balances.tsx';
export { CustomerScreen, CustomersScreen } from './customers.tsx';
export { RefundsScreen } from './refunds.tsx';
export { ReportScreen } from './report.tsx';
export { ReportsScreen } from './reports.tsx';
