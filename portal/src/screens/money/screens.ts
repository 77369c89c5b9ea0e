// The money screens as one file of the page. With one file for each, the first screen would have to load more files.
export { BalancesScreen } from './balances.tsx';
export { BankScreen } from './bank.tsx';
export { CustomerScreen, CustomersScreen } from './customers.tsx';
export { DisputesScreen } from './disputes.tsx';
export { MonthScreen } from './month.tsx';
export { MonthEndScreen } from './month-end/month-ends.tsx';
export { RefundsScreen } from './refunds.tsx';
export { ReportScreen } from './report.tsx';
export { ReportsScreen } from './reports.tsx';
