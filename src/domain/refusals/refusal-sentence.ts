// Every refusal as a sentence. Pages show the server's, and need only those that they find by themselves.

import { LINK_DAYS } from '#domain/customer-links/link.ts'
import { dayOf, formatDate, formatDay, formatWhen } from '#domain/lib/company-time.ts'
import { type Cents, cents, formatMoney } from '#domain/lib/money.ts'
import { TOO_MANY_PHOTOS } from '#domain/photos/photo.ts'
import {
  type BlockerOf,
  isPageBlocker,
  joinNames,
  type PageBlocker,
  pageBlockerSentence,
  SELECT_TECHNICIAN,
  type Sentences,
  sentenceIn,
} from './page-blocker.ts'

/** `tickets`: the first of them; `due` is negative for what is held. */
type Unsettled = {
  count: number
  tickets: readonly { readonly ticketId: number; readonly due: Cents }[]
}

/** `$100.00 is due on ticket 100012, $50.00 is held on ticket 100013 and 2 more tickets are open. …` */
function unsettledSentence({ tickets, count }: Unsettled): string {
  const named = tickets.map(({ ticketId, due }) =>
    due > 0
      ? `${formatMoney(due)} is due on ticket ${ticketId}`
      : `${formatMoney(cents(-due))} is held on ticket ${ticketId}`,
  )
  const more = count - tickets.length
  const others =
    more === 0
      ? []
      : [more === 1 ? '1 more ticket is open' : `${more.toLocaleString('en-US')} more tickets are open`]
  return `${joinNames([...named, ...others])}. Take it, credit it or refund it first.`
}

/** Each refusal once: its code, what it carries, and its sentence. */
const SENTENCES = {
  'ticket.closed': 'This ticket is no longer in progress and can’t be edited. Reopen it first.',
  'ticket.ended': 'This ticket can no longer be changed.',
  /** As in a sentence: `ticket 100012 of Bluebonnet RV`. */
  'ticket.open': ({ tickets }: { tickets: readonly string[] }) => `Close these first: ${joinNames(tickets)}.`,
  'clock.not-running': 'You are not clocked in on this job line.',
  'clock.started-since': 'You clocked in on another job line after you tapped this, so it was not counted.',
  'clock.overlaps': ({ technician, ticketId, job }: { technician: string; ticketId: number; job: string }) =>
    `${technician} was clocked in on ${job} of ticket ${ticketId} at that time. Fix that entry first.`,
  'job.unknown': 'That job line is no longer on the ticket.',
  'job.no-estimate': 'This job line is not an estimate, so there is no time to approve.',
  'job.no-suggestion': 'This job line has no suggested time.',
  'job.reworded': 'Someone else edited this text. Review both versions.',
  'billing.off': 'Billing is off. The owner turns it on under Company, Billing.',
  'tax-rate.archived': ({ name }: { name: string }) =>
    `The tax rate ${name} was archived. Choose another one.`,
  'tax-rate.too-many': 'Too many tax rates. Archive one first.',
  'billing.unsettled': unsettledSentence,
  'bookkeeping.nothing': 'Nothing of these days is left to export. Download an earlier export again below.',
  'bookkeeping.too-many': ({ most }: { most: number }) =>
    `These days have more than ${most.toLocaleString('en-US')} invoices and payments. Choose fewer days.`,
  'day-close.later': 'This day has not begun. Choose today or an earlier day.',
  'day-close.changed':
    'Payments of this day were recorded meanwhile. Check what is expected and close it again.',
  'invoice.issued': ({ number }: { number: string }) =>
    `Invoice ${number} was already issued for this ticket.`,
  'invoice.has-time': ({ invoice }: { invoice: string }) =>
    `Invoice ${invoice} has this time. Credit that invoice first.`,
  'invoice.declined': ({ job }: { job: string }) => `The customer declined ${job}, so it is not billed.`,
  'invoice.due': ({ due, number }: { due: Cents; number: string }) =>
    `${formatMoney(due)} is due on invoice ${number}. Take the payment or make a credit note first.`,
  'invoice.imported':
    'This visit was imported from another system. Only work finalized here can be invoiced.',
  'invoice.other-total': ({ total }: { total: Cents }) =>
    `The invoice comes to ${formatMoney(total)} now. Check it and issue it again.`,
  'invoice.line-unknown': 'A line of this invoice is no longer on the ticket. Check it and issue it again.',
  /** `label`: what it is taken off. */
  'invoice.discount': ({ label, taken, from }: { label: string; taken: Cents; from: Cents }) =>
    `A discount of ${formatMoney(taken)} is more than the ${formatMoney(from)} of ${label}.`,
  'invoice.discount-limit': ({ limit }: { limit: Cents }) =>
    `You can take off up to ${formatMoney(limit)}. Ask the owner for more.`,
  'invoice.reopen': ({ number }: { number: string }) =>
    `Invoice ${number} was issued for this ticket. Make a credit note for it first.`,
  'invoice.none': 'Issue the invoice first, or take a deposit.',
  'deposit.changed': ({ received }: { received: Cents }) =>
    `${formatMoney(received)} was received so far. Check the payments and enter it again.`,
  'invoice.paid': ({ number }: { number: string }) => `Invoice ${number} is paid. Nothing is due.`,
  'invoice.credited': ({ number }: { number: string }) =>
    `Invoice ${number} was taken back by a credit note. Nothing is due.`,
  'payment.due-changed': ({ due }: { due: Cents }) =>
    due === 0
      ? 'Nothing is due any more. Check the payments.'
      : `${formatMoney(due)} is due now. Check the payments and enter it again.`,
  'payment.too-much': ({ due }: { due: Cents }) =>
    `Only ${formatMoney(due)} is due. Enter that or less, or keep the rest as the customer’s credit.`,
  'deposit.invoiced': ({ number }: { number: string }) =>
    `Invoice ${number} was issued for this ticket. Take a payment instead.`,
  'deposit.too-much': ({ total }: { total: Cents }) =>
    `The ticket comes to ${formatMoney(total)}. Ask for a deposit of at most that.`,
  'addendum.too-many': ({ most }: { most: number }) => `A ticket has at most ${most} additions.`,
  'addendum.too-many-photos': ({ most }: { most: number }) => `An addition has at most ${most} photos.`,
  'deposit.held': ({ held }: { held: Cents }) =>
    `${formatMoney(held)} of the customer’s money is held for this ticket. Refund it first.`,
  'deposit.not-asked': 'No deposit is asked for on this ticket.',
  'deposit.paid': 'The deposit was paid. Refund it instead.',
  'deposit.other-asked': ({ asked }: { asked: Cents }) =>
    `A deposit of ${formatMoney(asked)} is asked for now. Check it and take it back again.`,
  /** `day` is the company's, `YYYY-MM-DD`. */
  'void.later': ({ day }: { day: string }) =>
    `This was recorded on ${formatDate(day)}. Only today’s payments can be voided: refund it instead.`,
  'void.done': 'This payment was voided already.',
  'void.no-payment': 'Only payments and deposits that were recorded by hand can be voided.',
  'void.refunded': ({ received }: { received: Cents }) =>
    `Only ${formatMoney(received)} is left of what was paid, because money was refunded. Refund that instead.`,
  'corrections.no-writer': ({ name }: { name: string }) =>
    `${name} is no service writer. Only service writers can be given this.`,
  'cards.off': 'This company takes no cards online.',
  'cards.no-answer': 'The card service did not answer. Try again in a few minutes.',
  'refund.card-too-much': ({ refundable }: { refundable: Cents }) =>
    `Only ${formatMoney(refundable)} of this payment can go back to the card.`,
  'refund.under-way': ({ amount }: { amount: Cents }) =>
    `A refund of ${formatMoney(amount)} to the card is under way. Check the payments in a minute. If it is still missing, refund the same amount to the card again.`,
  'refund.too-much': ({ received }: { received: Cents }) =>
    received === 0
      ? 'Nothing was paid, so nothing can be refunded.'
      : `Only ${formatMoney(received)} was paid. Refund that or less.`,
  'refund.changed': ({ received }: { received: Cents }) =>
    `${formatMoney(received)} is left of what was paid. Check the payments and enter it again.`,
  'fee.added': ({ number }: { number: string }) => `This fee was already added, on invoice ${number}.`,
  'fee.dismissed': 'This fee was dismissed.',
  'fee.changed': 'This fee is no longer proposed as it was shown. Check what is proposed now.',
  'fee.no-storage': 'No storage fee is set. The owner sets it under Company, Billing.',
  'fee.other-amount': ({ amount }: { amount: Cents }) =>
    amount === 0
      ? 'No fee is added any more. Check the amount and enter it again.'
      : `The fee comes to ${formatMoney(amount)} now. Check it and enter it again.`,
  'credit.too-much': ({ left }: { left: Cents }) =>
    `Only ${formatMoney(left)} is left of this invoice. Take back that or less.`,
  'credit.nothing': ({ number }: { number: string }) => `Nothing is left of invoice ${number} to take back.`,
  'tap.too-old':
    'This was tapped more than 90 days ago, so nothing was done. If it is still needed, do it again.',
  'ticket.full': ({ of, most }: { of: 'parts' | 'job lines'; most: number }) =>
    `A ticket holds at most ${most} ${of}. Put the rest on another ticket.`,
  'document.too-long':
    'This document takes longer than 10 seconds to make. Try again in a few minutes, or split the ticket.',
  'photo.too-many': TOO_MANY_PHOTOS,
  'photo.removed': 'This photo was already removed.',
  'hand-over.settled': ({ name }: { name: string }) => `${name} already took care of this.`,
  /** `job`: what the line with that number is by now. */
  'hand-over.other-line': ({ job }: { job: string }) =>
    `This photo may not be of “${job}”: its job line was changed or deleted after it was taken. Save the photo, and add it to the line it belongs to.`,
  'booking.open': 'There is already an open booking request for this email. Call the company to change it.',
  'technician.none': SELECT_TECHNICIAN,
  'employee.inactive': ({ name }: { name: string }) => `${name} is inactive. Reactivate them first.`,
  'employee.no-technician': ({ name }: { name: string }) => `${name} is not a technician.`,
  'employee.no-email': ({ name }: { name: string }) => `${name} has no email. Enter one first.`,
  'approval.no-rate': ({ job }: { job: string }) =>
    `The company has no labor rate, so the hours on ${job} have no price. Set the rate under Company first.`,
  'approval.no-price': ({ job }: { job: string }) => `Add hours or parts to ${job} first.`,
  'approval.requested': ({ job }: { job: string }) => `The customer has already been asked about ${job}.`,
  'approval.begun': ({ job }: { job: string }) =>
    `Work on ${job} has started. Call the company to change your answer.`,
  'approval.answered': (
    {
      job,
      answer,
      how,
      at,
    }: { job: string; answer: 'approved' | 'declined'; how: 'link' | 'phone'; at: Date },
    timeZone: string,
    now: Date,
  ) => `${job} was already ${answer} by ${how} at ${formatWhen(at, timeZone, now)}.`,
  'approval.no-phone-answer': 'This job has no answer by phone to undo.',
  'approval.changed': 'This job changed before your answer was saved. Review it and answer again.',
  'approval.withdrawn': 'The company canceled this approval request.',
  'promised-day.off': 'Your company doesn’t promise days. The owner turns it on under Company, Preferences.',
  'ticket-days.none':
    'There are no days to correct: the RV has not come, your company comes to it, or no days are promised.',
  'shop-clock.off': 'Your company has no shop clock. The owner turns it on under Company, Preferences.',
  'component.off': 'Your company doesn’t list components. The owner turns it on under Company, Preferences.',
  'component.by-company': 'A company entered this. Dispute what is wrong, or replace the component.',
  'component.no-vin': 'Enter the VIN of the RV first.',
  'component.known': 'This component is on record already. Correct it instead.',
  'component.too-many': ({ most }: { most: number }) =>
    `An RV has at most ${most} entries about its components.`,
  'part.on-order': ({ number }: { number: number }) =>
    `This part is on order ${number}. Close the order or take the part off it first.`,
  'sublet.has-bill': ({ part }: { part: string }) => `Remove the supplier’s bill of ${part} first.`,
  'walkaround.off':
    'Your company doesn’t record walkarounds. The owner turns it on under Company, Preferences.',
  'walkaround.empty': 'Enter the propane, the battery or what is damaged.',
  'walkaround.full': ({ most }: { most: number }) =>
    `A walkaround has at most ${most} lines of damage. A colleague added some meanwhile.`,
  'purchase-order.draft': ({ number }: { number: number }) =>
    `Order ${number} is not placed yet. Place it first.`,
  'purchase-order.placed': ({ number }: { number: number }) =>
    `Order ${number} was placed already, so its lines stay as they are.`,
  'purchase-order.closed': ({ number }: { number: number }) => `Order ${number} is closed.`,
  'purchase-order.open': ({ number }: { number: number }) => `Order ${number} is not closed.`,
  'purchase-order.ordered-again': ({
    number,
    part,
    other,
  }: {
    number: number
    part: string
    other: number
  }) => `${part} was ordered again on order ${other}, so order ${number} stays closed.`,
  'purchase-order.vendor-removed': ({ number }: { number: number }) =>
    `Order ${number} stays closed: its vendor was removed. Add the vendor again first.`,
  'purchase-order.no-email': ({ vendor }: { vendor: string }) =>
    `${vendor} has no email address. The owner adds one under Company, Preferences.`,
  'purchase-order.empty': ({ number }: { number: number }) =>
    `Order ${number} has no parts yet. Add one first.`,
  'purchase-order.full': ({ number, most }: { number: number; most: number }) =>
    `Order ${number} has ${most} lines, as many as it can have. Place it first.`,
  'purchase-order.no-core-return': () => 'No return of cores is left to undo.',
  'purchase-order.too-many-receipts': ({ most }: { most: number }) =>
    `A line is received or returned in at most ${most} pieces.`,
  'purchase-order.return-undone': 'This return was undone.',
  'purchase-order.return-credited': 'The vendor credited this return. Clear the credit first.',
  'signature.off': 'The company doesn’t ask for signatures.',
  'signature.changed': 'This changed before it was signed. Review it and sign again.',
  'signature.too-many': ({ most }: { most: number }) => `A ticket has at most ${most} signatures.`,
  'review.too-early': 'The work isn’t finished yet. You can review it once it is completed.',
  'review.imported': 'This visit was imported from another system. Only work completed here can be reviewed.',
  'review.written': ({ at }: { at: Date }, timeZone: string) =>
    `You reviewed this visit on ${formatDay(dayOf(at, timeZone))}. Each visit gets one review.`,
  'review.removed': 'This review has already been removed.',
  'review.not-removed': 'This review has not been removed.',
  'company.suspended': ({ at }: { at: Date }, timeZone: string, now: Date) =>
    `This company has been suspended since ${formatWhen(at, timeZone, now)}.`,
  'company.not-suspended': 'This company is not suspended.',
  'company.not-verified': 'This company is not Verified.',
  /** `contactEmail`: where people write to the founders; null for nowhere. */
  'rig.claimed': ({ contactEmail }: { contactEmail: string | null }) =>
    `This RV is already claimed. Ask the seller for a transfer code${contactEmail === null ? '' : `, or write to the founders at ${contactEmail} if it was always yours`}.`,
  'rig.ended': ({ contactEmail }: { contactEmail: string | null }) =>
    `The founders ended your claim to this RV, so its codes no longer work for you.${contactEmail === null ? '' : ` If you think this is wrong, write to them at ${contactEmail}.`}`,
  'link.unanswered': 'Answer the question first. Only the customer can see this ticket.',
  'link.locked': 'Too many wrong answers on this link. Ask the company for a new one.',
  'link.revoked': 'This link was turned off. Ask the company for a new one.',
  'link.expired': `This link has expired. Links work for ${LINK_DAYS} days after the work is done. Ask the company for a new one.`,
  'link.closed': 'The company turned off this link. Ask them for a new one.',
  'import.running': 'Another import is still running. Wait until it is done.',
  'import.ended': 'This import has ended. Start it again: what is here already stays as it is.',
  'import.row-missing':
    'Some rows did not arrive. Start the import again: what is here already stays as it is.',
  'export.unavailable': 'This export is no longer here. Make a new one.',
  'signup.used': 'This link is expired, already used, or incomplete. Request a new one.',
  'email.confirmed': 'Your email is already confirmed.',
  'account.founders':
    'This account runs Rigwright. It can’t be deleted while its email is on the list of founders.',
} satisfies Sentences

/** Why a command is refused. */
export type Blocker = PageBlocker | BlockerOf<typeof SENTENCES>

/** A blocker as one sentence, like `pageBlockerSentence`. */
export const blockerSentence = (blocker: Blocker, timeZone: string, now: Date): string =>
  isPageBlocker(blocker)
    ? pageBlockerSentence(blocker, timeZone, now)
    : sentenceIn(SENTENCES, blocker, timeZone, now)
