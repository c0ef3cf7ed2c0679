// What a customer sees and does by their ticket's link. Personal data requires answering the link's question once per
// browser, which a cookie stores.

import * as z from 'zod'
import { ENTRY_CAUSES, ENTRY_KINDS, PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { BOOKING_LOCATIONS } from '#domain/bookings/booking.ts'
import { CHALLENGE_DIGITS, MAX_HOURLY_WRONG_ANSWERS } from '#domain/customer-links/link.ts'
import { PROGRESS } from '#domain/customer-view/progress.ts'
import { MAX_MESSAGE_LENGTH } from '#domain/messages/message.ts'
import {
  again,
  answerDetails,
  approvalRequestState,
  changedSince,
  hoursInTotals,
  lineAnswer,
  lineSnapshot,
  lineVersion,
} from './approvals.ts'
import { offeredTimes, requestedTime } from './bookings.ts'
import { publicCompany } from './companies.ts'
import { customer } from './customer.ts'
import { rigClaimLink } from './customer-links.ts'
import { job, jobDetails, lineApproval } from './job.ts'
import { message } from './messages.ts'
import { hold } from './on-hold.ts'
import { part } from './part.ts'
import { photo } from './photos.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { rig } from './rig.ts'
import {
  agreedPaymentOut,
  amount,
  approvedSuppliesOut,
  billedLineOut,
  day,
  done,
  estimateTermsOut,
  jobNumber,
  lineClockRuleOut,
  moneyOut,
  namedQualifications,
  namedRateOut,
  promisedDayOut,
  requiredName,
  requiredText,
  signatureOut,
  signatureSubjectOut,
  text,
  uuid,
  walkaroundOut,
} from './shared-schemas.ts'
import { addendum, rigVisit, ticketTotals } from './tickets.ts'

const procedure = proceduresTagged('Customer links')

/** As in the link. */
export const linkToken = text(100)

const byLink = z.object({ token: linkToken })

const company = publicCompany.pick({
  companyUUID: true,
  companyName: true,
  companyPhone: true,
  companyAddress: true,
  imageURL: true,
})

const customerJob = jobDetails.extend({
  answer: job.shape.answer,
  /** The labor rate chosen for it; null for the ticket's. */
  namedRate: namedRateOut.nullable(),
  /** What its labor costs whatever its hours; null without one. */
  flatPrice: moneyOut.nullable(),
  /** How its labor is billed by the clock; null if it is not. */
  clockRule: lineClockRuleOut.nullable(),
  /** The hours that the clock charges; null until someone has clocked out. */
  clockedHours: z.number().nullable(),
  approvedSupplies: approvedSuppliesOut.nullable(),
  /** Null as long as no invoice has it, and after Finalize. */
  billed: billedLineOut.nullable(),
  approval: lineApproval.nullable(),
  /** That it is on, as papers have it; null without one. */
  component: job.shape.component
    .unwrap()
    .pick({ kind: true, name: true, maker: true, model: true, serial: true })
    .nullable(),
  /** Who clocked on it. */
  technicians: z.array(z.string()).readonly(),
  /** Only while the customer is asked about it. */
  suggestedTime: z.number().nullable(),
  changedSince,
  photos: z.array(photo).readonly(),
  /** Labor for this line. */
  totalBalance: moneyOut,
})

const customerPart = part
  .pick({
    ...{ jobNumber: true, quantity: true, description: true },
    ...{ perPartAmount: true, totalAmount: true },
  })
  // Empty for the work of another business: who does it, and at what cost, stays with the company.
  .extend({ sublet: z.object({}).nullable() })

/** From the browser's push service. */
const pushEndpoint = requiredText(1000)

const customerTicket = z.object({
  ticketId: z.number().int(),
  company,
  firstName: z.string(),
  /** Their name and address, as on documents. */
  customer: customer.pick({ firstName: true, lastName: true, address: true }),
  customerRV: rig.extend({ axleAmount: z.string().nullable() }),
  rigVisit,
  progress: z.enum(PROGRESS),
  /** Whether work has started: a customer may be asked before. */
  hasBegun: z.boolean(),
  /** When the current status began. */
  since: z.date(),
  hold,
  /** The day on which it is done as the company promised; null without one, and once it is done. */
  promised: promisedDayOut.nullable(),
  /** What their days at the shop went to, in words; null before a day is over, and where no days are promised. */
  days: z.string().nullable(),
  /** The assigned technician, once the work is done the one who clocked most; null without one. */
  technician: z.string().nullable(),
  jobs: z.array(customerJob).readonly(),
  /** What the names of those technicians rest on, if they entered it. */
  qualifications: namedQualifications,
  parts: z.array(customerPart).readonly(),
  totals: ticketTotals,
  /** When it came in, and when it was completed. */
  receivedAt: z.date(),
  /** The appointment or the request for one; null without. */
  appointment: z
    .object({
      at: z.date(),
      place: z.enum(BOOKING_LOCATIONS),
      site: z.string(),
      /** Whether the company has accepted it; until then it is a request. */
      isAccepted: z.boolean(),
      /** When the technician, who has set out, expects to arrive; null before, and once they are there. */
      arrivingAt: z.date().nullable(),
      /** Until how many hours before it the customer may change it; null: by phone only. */
      changeHours: z.number().int().nullable(),
    })
    .nullable(),
  /** What was charged and paid; null while there is nothing of it, and for a company that bills elsewhere. */
  money: z
    .object({
      charged: moneyOut,
      received: moneyOut,
      due: moneyOut,
      /** Deposits that wait for an invoice. */
      held: moneyOut,
      /** What was paid beyond the invoice. */
      credit: moneyOut,
      deposit: z.object({ asked: moneyOut, due: moneyOut }).nullable(),
      /** What they agreed to pay when booking; null for nothing. */
      bookingPayment: agreedPaymentOut.nullable(),
      canPayByCard: z.boolean(),
      /** What paying what is due by card adds. */
      cardFee: moneyOut,
      /** What ways of paying add, a sentence each. */
      feeNotes: z.array(z.string()).readonly(),
      /** Oldest first, as `entries`. */
      invoices: z
        .array(
          z.object({
            invoiceId: uuid,
            number: z.string(),
            issuedAt: z.date(),
            dueOn: z.string(),
            total: moneyOut,
            /** What is left to pay of it. */
            open: moneyOut,
            creditNotes: z
              .array(z.object({ invoiceId: uuid, number: z.string(), total: moneyOut }))
              .readonly(),
          }),
        )
        .readonly(),
      /** Without slips that were voided. */
      entries: z
        .array(
          z.object({
            entryId: uuid,
            kind: z.enum(ENTRY_KINDS),
            method: z.enum(PAYMENT_METHODS),
            amount: moneyOut,
            /** What the payment service did without the company; null for all others. */
            cause: z.enum(ENTRY_CAUSES).nullable(),
            at: z.date(),
          }),
        )
        .readonly(),
    })
    .nullable(),
  /** What their estimate has besides; null for a company that bills elsewhere, and once the work is done. */
  estimate: estimateTermsOut.nullable(),
  /** What their rig was like when it came in; null if it was not recorded. */
  walkaround: walkaroundOut.nullable(),
  /** What they signed, oldest first. */
  signatures: z.array(signatureOut).readonly(),
  /** The estimate that they are asked to sign; null unless the company asks and there is one. */
  toSign: signatureSubjectOut.nullable(),
  completedTimestamp: z.date().nullable(),
  /** What the company added after it was completed, oldest first. */
  addenda: z.array(addendum).readonly(),
  /** Whether they can book with the company again: the work is done, and it takes bookings. */
  canBookAgain: z.boolean(),
  /** How they claim their rig; null until the work is completed. */
  claim: rigClaimLink.nullable(),
  timeZone: z.string(),
  /** The VAPID public key for subscribing to notifications, as base64url. */
  pushKey: z.string(),
})

const customerApprovals = z.object({
  lines: z
    .array(
      lineSnapshot.extend({
        ...answerDetails.shape,
        requestId: uuid,
        version: lineVersion,
        state: approvalRequestState,
        note: z.string(),
        askedAt: z.date(),
        /** Whether the company has changed the line since the request or the answer. */
        isChanged: z.boolean(),
        changedSince,
        hoursInTotals,
        canAnswer: z.boolean(),
        /** Whether its answer can still be changed: work on it has not begun, and it is as it was answered. */
        canChange: z.boolean(),
      }),
    )
    .readonly(),
  /** Said beside a line's total, if the company usually adds tax: `Plus tax`; null for nothing. */
  totalHint: z.string().nullable(),
  companyName: z.string(),
  companyPhone: z.string(),
  /** What happened to a ticket that is no longer in progress, as a sentence. */
  closed: z.string().nullable(),
  timeZone: z.string(),
})

export const customerView = {
  // Anyone with the link is asked its question.
  preview: procedure({ permission: 'public', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/follow/{token}',
      summary: 'Get the company behind a link, and whether its question must be answered first',
    })
    .input(byLink)
    .output(
      z.object({
        company,
        /** `locked`: too many wrong answers, and this browser has no correct one. */
        status: z.enum(['unverified', 'locked', 'open', 'revoked', 'expired']),
        /** How many last digits of the phone number are asked for; 0 if it has too few. */
        digits: z.number().int().min(0).max(CHALLENGE_DIGITS),
      }),
    ),
  verify: procedure({
    permission: 'public',
    rateLimit: rateLimit(
      'password',
      limit(
        'link',
        MAX_HOURLY_WRONG_ANSWERS,
        HOUR,
        'Four digits: a customer mistypes them twice, a guesser needs thousands.',
      ),
      limit('address', 60, HOUR, 'Stops trying many links a few times each.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/follow/{token}/answer',
      summary: 'Answer the question of a link; a cookie remembers the answer',
    })
    .input(byLink.extend({ digits: requiredText(40) }))
    .output(done),
  get: procedure({ permission: { byLink: 'ticket.see' }, rateLimit: 'none' })
    .route({ method: 'GET', path: '/follow/{token}/ticket', summary: 'Get the ticket of a link' })
    .input(byLink)
    .output(customerTicket),
  listMessages: procedure({ permission: { byLink: 'message.write' }, rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/follow/{token}/messages',
      summary: 'List the messages on the ticket of a link, oldest first',
    })
    .input(byLink)
    .output(
      z.object({
        messages: z
          .array(
            message.extend({
              /** Whether it is the company's, and the customer has not read it. */
              isUnread: z.boolean(),
            }),
          )
          .readonly(),
      }),
    ),
  markRead: procedure({ permission: { byLink: 'message.write' }, rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/follow/{token}/messages/read',
      summary: 'Mark the company’s messages as read',
    })
    .input(byLink)
    .output(done),
  post: procedure({
    permission: { byLink: 'message.write' },
    rateLimit: rateLimit(
      'server',
      limit('link', 30, HOUR, 'One every two minutes: enough to talk, too few to flood a shop.'),
      limit('address', 120, HOUR, 'The same, across many links.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/follow/{token}/messages',
      summary: 'Send a message to the company as the customer of the link',
    })
    .input(byLink.extend({ text: requiredText(MAX_MESSAGE_LENGTH), jobNumber: z.number().int().optional() }))
    .output(done),
  listApprovals: procedure({ permission: { byLink: 'money.see' }, rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/follow/{token}/approvals',
      summary: 'List the approval requests of a link, open and answered',
    })
    .input(byLink)
    .output(customerApprovals),
  answerLine: procedure({
    permission: { byLink: 'job.answer-estimate' },
    rateLimit: rateLimit(
      'server',
      limit('link', 40, HOUR, 'Each line of a long ticket, and a few changes of mind; each sends an email.'),
      limit('address', 160, HOUR, 'The same, across many links.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/follow/{token}/approvals/{requestId}/{jobNumber}',
      summary: 'Approve or decline one job line at the version that was shown',
    })
    .input(
      byLink.extend({
        requestId: uuid,
        jobNumber,
        version: lineVersion,
        answer: lineAnswer,
        /** Who answers. */
        typedName: requiredName(160),
        /** To change an earlier answer, until work on the line has begun. */
        again,
      }),
    )
    .output(done),
  pay: procedure({
    permission: { byLink: 'money.see' },
    rateLimit: rateLimit(
      'server',
      limit('link', 20, HOUR, 'A customer who tries several cards; each asks the payment service.'),
      limit('address', 60, HOUR, 'The same, across many links.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/follow/{token}/pay',
      summary: 'Open the page on which what is due, or the deposit asked for, is paid by card',
    })
    .input(
      byLink.extend({
        amount,
        /** What paying by card adds, as it was shown. */
        fee: amount.optional(),
      }),
    )
    .output(z.object({ url: z.string() })),
  appointmentTimes: procedure({ permission: { byLink: 'appointment.change' }, rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/follow/{token}/appointment/times',
      summary: 'List the times to which the accepted appointment of a link may be moved on a day',
    })
    .input(byLink.extend({ day }))
    .output(offeredTimes),
  reschedule: procedure({
    permission: { byLink: 'appointment.change' },
    rateLimit: rateLimit(
      'server',
      limit('link', 10, HOUR, 'A customer who looks for a free day; each sends an email.'),
      limit('address', 60, HOUR, 'The same, across many links.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/follow/{token}/appointment',
      summary: 'Move the accepted appointment of a link',
    })
    .input(byLink.extend({ wanted: requestedTime }))
    .output(done),
  cancel: procedure({ permission: { byLink: 'appointment.change' }, rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/follow/{token}/appointment/cancel',
      summary: 'Cancel the accepted appointment of a link',
    })
    .input(byLink)
    .output(done),
  subscribePush: procedure({
    permission: { byLink: 'push.subscribe' },
    rateLimit: rateLimit(
      'server',
      limit('link', 30, HOUR, 'Each page load sends the subscription again.'),
      limit('address', 120, HOUR, 'The same, across many links.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/follow/{token}/push-subscriptions',
      summary: 'Turn on phone notifications for the ticket of a link: up to five phones',
    })
    .input(byLink.extend({ endpoint: pushEndpoint, p256dh: requiredText(100), auth: requiredText(40) }))
    .output(done),
  unsubscribePush: procedure({ permission: { byLink: 'push.subscribe' }, rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/follow/{token}/push-subscriptions/remove',
      summary: 'Turn off phone notifications',
    })
    .input(byLink.extend({ endpoint: pushEndpoint }))
    .output(done),
}
