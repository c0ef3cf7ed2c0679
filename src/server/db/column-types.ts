// What PostgreSQL does not know of its columns: the shape of JSON, money, and sets of values that no constraint lists.
// Each is named here once; schema.ts is generated (`npm run schema`).

import type { BeforeAnswer, LineSnapshot } from '#domain/approvals/approval.ts'
import type { BookingPayment } from '#domain/billing/booking-payment.ts'
import type { BookkeepingTarget } from '#domain/billing/bookkeeping.ts'
import type { ClosedMethod } from '#domain/billing/day-close.ts'
import type { FeePreset } from '#domain/billing/fee.ts'
import type { FeeChoices } from '#domain/billing/fee-proposals.ts'
import type { FeeRules } from '#domain/billing/fee-rules.ts'
import type { IssuedCreditNote, IssuedInvoice } from '#domain/billing/issued-document.ts'
import type { PrintedDocument } from '#domain/billing/printed-document.ts'
import type { PageSize } from '#domain/billing/settings.ts'
import type { TicketDocument } from '#domain/documents/ticket-document.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { NoticeContent, NoticeTimings } from '#domain/notices/notice.ts'
import type { PhotoStage } from '#domain/photos/photo.ts'
import type { ClockRule, LineClockRule } from '#domain/pricing/clock-rule.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import type { TripRules } from '#domain/pricing/trip.ts'
import type {
  CoreReturn,
  PartCondition,
  Receipt,
  VendorReturn,
} from '#domain/purchase-orders/purchase-order.ts'
import type { UncountedReason } from '#domain/reviews/review.ts'
import type { AxleAmount } from '#domain/rigs/rig.ts'
import type { MovementKind } from '#domain/stock/stock-item.ts'
import type { Verb } from '#domain/tickets/state/transition.ts'
import type { Sublet } from '#domain/tickets/sublet.ts'
import type { CheckIn } from '#domain/tickets/ticket.ts'

type StoredImage = { readonly companyId: string; readonly ticketId: number | null; readonly imageId: string }

/** A PDF that is rendered right before its email is sent. */
export type EmailAttachment = {
  readonly fileName: string
  readonly pdf:
    | {
        readonly document: TicketDocument
        readonly logo: StoredImage | null
        readonly photos: readonly { readonly location: StoredImage; readonly caption: string }[]
        readonly pageSize?: PageSize
      }
    | {
        readonly billing: PrintedDocument
        readonly logo: StoredImage | null
        readonly pageSize: PageSize
      }
}

export type BookingPhoto = { readonly photoId: string; readonly width: number; readonly height: number }

export type ColumnTypes = {
  'approvalLine.asked': LineSnapshot
  'approvalLine.beforeAnswer': BeforeAnswer
  'approvalLine.shown': LineSnapshot
  'approvalRequest.deposit': Cents
  'billingSetting.bookingPayment': BookingPayment
  'billingSetting.clockRule': ClockRule
  'billingSetting.discountLimit': Cents
  'billingSetting.earlierPeriods': readonly { readonly from: string; readonly to: string }[]
  'billingSetting.feePresets': readonly FeePreset[]
  'billingSetting.feeRules': FeeRules
  'billingSetting.laborRates': readonly NamedRate[]
  'billingSetting.shopSupplies': SuppliesRule
  'billingSetting.tripRules': TripRules
  'booking.axleAmount': AxleAmount
  'booking.payment': BookingPayment
  'booking.photos': readonly BookingPhoto[]
  'cardRefund.amount': Cents
  'importedRecord.content': unknown
  'changeLog.card': object
  'changeLog.detail': object
  'company.laborRate': Cents
  'companyPreference.notices': Partial<NoticeTimings>
  'dayClose.lines': readonly ClosedMethod[]
  'emailOutbox.attachment': EmailAttachment
  'exportedEntry.target': BookkeepingTarget
  'handOver.photoMoment': PhotoStage
  'idempotencyKey.response': unknown
  'importChunk.rows': readonly unknown[]
  'importRun.report': unknown
  'invoice.document': IssuedInvoice | IssuedCreditNote
  'invoice.taxTotal': Cents
  'invoice.total': Cents
  'job.approvedParts': Cents
  'job.approvedSupplies': Cents
  'job.clockRule': LineClockRule
  'job.flatPrice': Cents
  'job.laborRate': Cents
  'ledgerEntry.amount': Cents
  'ownRig.axleAmount': AxleAmount
  'ownerNotice.content': NoticeContent
  'ownerNotice.kind': NoticeContent['kind']
  'part.perPartAmount': Cents
  'part.sublet': Sublet
  'partMarkup.costFrom': Cents
  'purchaseOrder.freight': Cents
  'purchaseOrder.invoiceTotal': Cents
  'purchaseOrderLine.condition': PartCondition
  'purchaseOrderLine.coreCharge': Cents
  'purchaseOrderLine.coreReturns': readonly CoreReturn[]
  'purchaseOrderLine.cost': Cents
  'purchaseOrderLine.listPrice': Cents
  'purchaseOrderLine.receipts': readonly Receipt[]
  'purchaseOrderLine.vendorReturns': readonly VendorReturn[]
  'photoUpload.moment': PhotoStage
  'platformAudit.detail': object
  'retainedDocument.content': object
  'review.uncountedBecause': UncountedReason
  'rig.axleAmount': AxleAmount
  'signature.amount': Cents
  'stockItem.cost': Cents
  'stockItem.price': Cents
  'stockMovement.cost': Cents
  'stockMovement.kind': MovementKind
  'ticket.axleAmount': AxleAmount
  'ticket.card': object
  'ticket.feeChoices': FeeChoices
  'ticket.importedBalance': Cents
  'ticket.laborRate': Cents
  'ticket.checkIn': CheckIn
  'ticket.suppliesRule': SuppliesRule
  'ticket.transition': Verb
  'workHistory.totalBalance': Cents
  'workHistory.work': readonly object[]
}
