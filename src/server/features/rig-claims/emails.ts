// Emails to an RV owner who gave a rig to a buyer, or loses it to its own customer. None says who the other person is.

import type { Email } from '#server/mail/outbox.ts'

/** To the person who claimed a rig with one visit's code, when the rig's own customer claims it. */
export const supersededEmail = (recipient: string, vin: string, contactEmail: string | null): Email => ({
  recipient,
  subject: 'A rig is no longer on your list',
  text: `Hello,

The RV with VIN ${vin} is no longer on your list at Rigwright.

You claimed it with the code from one visit. The customer named on the RV’s first visit has now claimed it with a code
from one of its invoices and a confirmed email, so the RV is on their list. You can no longer see its full history, and
your buyer links and transfer code no longer work. Notes you wrote on visits stay with the RV, without your name.

If the RV is yours, ask the person who sold it to you for a transfer code${
    contactEmail === null
      ? ''
      : `, or write to the founders of
Rigwright: ${contactEmail}`
  }.
`,
})

/** To the seller, when the buyer has entered their transfer code. */
export const transferredEmail = (recipient: string, vin: string): Email => ({
  recipient,
  subject: 'Your rig was transferred',
  text: `Hello,

Your transfer code for the RV with VIN ${vin} was used: the RV is on its buyer's list at Rigwright now, and no longer on
yours. You can no longer see its full history, and your buyer links no longer work. Notes you wrote on visits stay with
the RV, without your name.

If you didn't give anyone the code, change your password and ask the buyer for a transfer code to get the RV back.
`,
})
