// Every refusal as a sentence. Pages show the server's, and need only those that they find by themselves.

import { LINK_DAYS } from '#domain/customer-links/link.ts'
import { dayOf, formatDate, formatDay, formatWhen } from '#domain/lib/company-time.ts'
import { cents, formatMoney } from '#domain/lib/money.ts'
import { TOO_MANY_PHOTOS } from '#domain/photos/photo.ts'
import { type Blocker, joinNames, pageBlockerSentence, SELECT_TECHNICIAN } from './refusal.ts'

/** A blocker as one sentence, like `pageBlockerSentence`. */
export function blockerSentence(blocker: Blocker, timeZone: string, now: Date): string {
  switch (blocker.code) {
    case 'ticket.closed':
      return 'This ticket is no longer in progress and can’t be edited. Reopen it first.'
    case 'ticket.ended':
      return 'This ticket can no longer be changed.'
    case 'ticket.open':
      return `Close these first: ${joinNames(blocker.tickets)}.`
    case 'clock.not-running':
      return 'You are not clocked in on this job line.'
    case 'clock.started-since':
      return 'You clocked in on another job line after you pressed this, so it was not counted.'
    case 'clock.overlaps':
      return `${blocker.technician} was clocked in on ${blocker.job} of ticket ${blocker.ticketId} at that time. Fix that entry first.`
    case 'job.unknown':
      return 'That job line is no longer on the ticket.'
    case 'job.no-estimate':
      return 'This job line is not an estimate, so there is no time to approve.'
    case 'job.no-suggestion':
      return 'This job line has no suggested time.'
    case 'job.reworded':
      return 'Someone else edited this text. Review both versions.'
    case 'billing.off':
      return 'Billing is off. The owner turns it on under Company, Billing.'
    case 'tax-rate.archived':
      return `The tax rate ${blocker.name} was archived. Choose another one.`
    case 'tax-rate.too-many':
      return 'Too many tax rates. Archive one first.'
    case 'billing.unsettled':
      return unsettledSentence(blocker)
    case 'bookkeeping.nothing':
      return 'Nothing of these days is left to export. Download an earlier export again below.'
    case 'bookkeeping.too-many':
      return `These days have more than ${blocker.most.toLocaleString('en-US')} invoices and payments. Choose fewer days.`
    case 'day-close.later':
      return 'This day has not begun. Choose today or an earlier day.'
    case 'day-close.changed':
      return 'Payments of this day were recorded meanwhile. Check what is expected and close it again.'
    case 'invoice.issued':
      return `Invoice ${blocker.number} was already issued for this ticket.`
    case 'invoice.brought-along':
      return 'This visit was brought along from another system. Only work finalized here can be invoiced.'
    case 'invoice.other-total':
      return `The invoice comes to ${formatMoney(blocker.total)} now. Check it and issue it again.`
    case 'invoice.line-unknown':
      return 'A line of this invoice is no longer on the ticket. Check it and issue it again.'
    case 'invoice.discount':
      return `A discount of ${formatMoney(blocker.taken)} is more than the ${formatMoney(blocker.from)} of ${blocker.label}.`
    case 'invoice.discount-limit':
      return `You can take off up to ${formatMoney(blocker.limit)}. Ask the owner for more.`
    case 'invoice.reopen':
      return `Invoice ${blocker.number} was issued for this ticket. Make a credit note for it first.`
    case 'invoice.none':
      return 'Issue the invoice first, or take a deposit.'
    case 'deposit.changed':
      return `${formatMoney(blocker.received)} was received so far. Check the payments and enter it again.`
    case 'invoice.paid':
      return `Invoice ${blocker.number} is paid. Nothing is due.`
    case 'invoice.credited':
      return `Invoice ${blocker.number} was taken back by a credit note. Nothing is due.`
    case 'payment.due-changed':
      return blocker.due === 0
        ? 'Nothing is due any more. Check the payments.'
        : `${formatMoney(blocker.due)} is due now. Check the payments and enter it again.`
    case 'payment.too-much':
      return `Only ${formatMoney(blocker.due)} is due. Enter that or less, or keep the rest as the customer’s credit.`
    case 'deposit.invoiced':
      return `Invoice ${blocker.number} was issued for this ticket. Take a payment instead.`
    case 'deposit.too-much':
      return `The ticket comes to ${formatMoney(blocker.total)}. Ask for a deposit of at most that.`
    case 'addendum.too-many':
      return `A ticket has at most ${blocker.most} additions.`
    case 'addendum.too-many-photos':
      return `An addition has at most ${blocker.most} photos.`
    case 'deposit.held':
      return `${formatMoney(blocker.held)} of the customer’s money is held for this ticket. Refund it first.`
    case 'deposit.not-asked':
      return 'No deposit is asked for on this ticket.'
    case 'deposit.paid':
      return 'The deposit was paid. Refund it instead.'
    case 'deposit.other-asked':
      return `A deposit of ${formatMoney(blocker.asked)} is asked for now. Check it and take it back again.`
    case 'void.later':
      return `This was recorded on ${formatDate(blocker.day)}. Only today’s payments can be voided: refund it instead.`
    case 'void.done':
      return 'This payment was voided already.'
    case 'void.no-payment':
      return 'Only payments and deposits that were recorded by hand can be voided.'
    case 'void.refunded':
      return `Only ${formatMoney(blocker.received)} is left of what was paid, because money was refunded. Refund that instead.`
    case 'corrections.no-writer':
      return `${blocker.name} is no service writer. Only service writers can be given this.`
    case 'cards.off':
      return 'This company takes no cards online.'
    case 'cards.no-answer':
      return 'The card service did not answer. Try again in a few minutes.'
    case 'refund.card-too-much':
      return `Only ${formatMoney(blocker.refundable)} of this payment can go back to the card.`
    case 'refund.under-way':
      return `A refund of ${formatMoney(blocker.amount)} to the card is under way. Check the payments in a minute. If it is still missing, refund the same amount to the card again.`
    case 'refund.too-much':
      return blocker.received === 0
        ? 'Nothing was paid, so nothing can be refunded.'
        : `Only ${formatMoney(blocker.received)} was paid. Refund that or less.`
    case 'refund.changed':
      return `${formatMoney(blocker.received)} is left of what was paid. Check the payments and enter it again.`
    case 'credit.too-much':
      return `Only ${formatMoney(blocker.left)} is left of this invoice. Take back that or less.`
    case 'credit.nothing':
      return `Nothing is left of invoice ${blocker.number} to take back.`
    case 'press.too-old':
      return 'This was pressed more than 90 days ago, so nothing was done. If it is still needed, do it again.'
    case 'ticket.full':
      return `A ticket holds at most ${blocker.most} ${blocker.of}. Put the rest on another ticket.`
    case 'document.too-long':
      return 'This document takes longer than 10 seconds to make. Try again in a few minutes, or split the ticket.'
    case 'photo.too-many':
      return TOO_MANY_PHOTOS
    case 'photo.removed':
      return 'This photo was already removed.'
    case 'hand-over.settled':
      return `${blocker.name} already took care of this.`
    case 'hand-over.other-line':
      return `This photo may not be of “${blocker.job}”: its job line was changed or deleted after it was taken. Save the photo, and add it to the line it belongs to.`
    case 'booking.open':
      return 'There is already an open booking request for this email. Call the company to change it.'
    case 'technician.none':
      return SELECT_TECHNICIAN
    case 'employee.inactive':
      return `${blocker.name} is inactive. Reactivate them first.`
    case 'employee.no-email':
      return `${blocker.name} has no email. Enter one first.`
    case 'approval.no-rate':
      return `The company has no labor rate, so the hours on ${blocker.job} have no price. Set the rate under Company first.`
    case 'approval.no-price':
      return `Add hours or parts to ${blocker.job} first.`
    case 'approval.requested':
      return `The customer has already been asked about ${blocker.job}.`
    case 'approval.begun':
      return `Work on ${blocker.job} has started. Call the company to change your answer.`
    case 'approval.answered':
      return `${blocker.job} was already ${blocker.answer} by ${blocker.how} at ${formatWhen(blocker.at, timeZone, now)}.`
    case 'approval.no-phone-answer':
      return 'This job has no answer by phone to undo.'
    case 'approval.changed':
      return 'This job changed before your answer was saved. Review it and answer again.'
    case 'approval.withdrawn':
      return 'The company canceled this approval request.'
    case 'review.too-early':
      return 'The work isn’t finished yet. You can review it once it is completed.'
    case 'review.brought-along':
      return 'This visit was brought along from another system. Only work completed here can be reviewed.'
    case 'review.written':
      return `You reviewed this visit on ${formatDay(dayOf(blocker.at, timeZone))}. Each visit gets one review.`
    case 'review.removed':
      return 'This review has already been removed.'
    case 'review.not-removed':
      return 'This review has not been removed.'
    case 'company.suspended':
      return `This company has been suspended since ${formatWhen(blocker.at, timeZone, now)}.`
    case 'company.not-suspended':
      return 'This company is not suspended.'
    case 'company.not-verified':
      return 'This company is not Verified.'
    case 'rig.claimed':
      return `This RV is already claimed. Ask the seller for a transfer code${blocker.contactEmail === null ? '' : `, or write to the founders at ${blocker.contactEmail} if it was always yours`}.`
    case 'rig.ended':
      return `The founders ended your claim to this RV, so its codes no longer work for you.${blocker.contactEmail === null ? '' : ` If you think this is wrong, write to them at ${blocker.contactEmail}.`}`
    case 'link.unanswered':
      return 'Answer the question first. Only the customer can see this ticket.'
    case 'link.locked':
      return 'Too many wrong answers on this link. Ask the company for a new one.'
    case 'link.revoked':
      return 'This link was turned off. Ask the company for a new one.'
    case 'link.expired':
      return `This link has expired. Links work for ${LINK_DAYS} days after the work is done. Ask the company for a new one.`
    case 'link.closed':
      return 'The company turned off this link. Ask them for a new one.'
    case 'import.running':
      return 'Another import is still running. Wait until it is done.'
    case 'import.ended':
      return 'This import has ended. Start it again: what is here already stays as it is.'
    case 'import.row-missing':
      return 'Some rows did not arrive. Start the import again: what is here already stays as it is.'
    case 'export.unavailable':
      return 'This export is no longer here. Make a new one.'
    case 'signup.used':
      return 'This link is expired, already used, or incomplete. Request a new one.'
    case 'email.confirmed':
      return 'Your email is already confirmed.'
    case 'account.founders':
      return 'This account runs Rigwright. It can’t be deleted while its email is on the list of founders.'
    default:
      return pageBlockerSentence(blocker, timeZone, now)
  }
}

/** `$100.00 is due on ticket 100012, $50.00 is held on ticket 100013 and 2 more tickets are open. …` */
function unsettledSentence({ tickets, count }: Extract<Blocker, { code: 'billing.unsettled' }>): string {
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
