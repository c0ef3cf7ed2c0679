import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'

type Outputs = InferContractRouterOutputs<Contract>['billing']

export type EndOfDayView = InferContractRouterOutputs<Contract>['endOfDay']['get']
export type BillingSettingsView = Outputs['getSettings']
export type BookkeepingView = Outputs['getBookkeeping']
export type SalesView = Outputs['getSales']
export type DayMoneyView = Outputs['getDay']
export type ReceivablesView = Outputs['getReceivables']
export type TicketMoneyView = Outputs['getTicket']
export type InvoiceProps = { ticket: TicketView; money: TicketMoneyView }
