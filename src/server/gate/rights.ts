// Which right each name of the contract needs at all. It is asked before what was sent is looked at: whoever
// may not ask is told so, and learns nothing from how their garbage is refused. Rights that depend on a
// ticket are asked again by the command, once it has the ticket. Null: everybody, signed in or not.

import type { ContractProcedure } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import type { Action } from '#domain/permission.ts'

// biome-ignore lint/suspicious/noExplicitAny: whatever a procedure takes and answers.
type Procedure = ContractProcedure<any, any, any, any>

/** Every name of the contract, as `tickets.finalize`. */
export type Name<Branch = Contract> = {
  [Key in keyof Branch & string]: Branch[Key] extends Procedure ? Key : `${Key}.${Name<Branch[Key]>}`
}[keyof Branch & string]

export const RIGHTS: Readonly<Record<Name, Action | null>> = {
  me: null,
  'account.get': 'session.see-own',
  'account.sessions': 'session.see-own',
  'account.endSession': 'session.end-own',
  'account.endOtherSessions': 'session.end-own',
  'companies.register': 'company.register',
  'companies.list': 'directory.see',
  'companies.get': 'directory.see',
  'companies.mine': 'company.see',
  'companies.change': 'company.change',
  'employees.list': 'employee.list-technicians',
  'employees.register': 'employee.register',
  'employees.change': 'employee.change',
  'employees.deactivate': 'employee.change',
  'employees.reactivate': 'employee.change',
  'employees.sendReset': 'employee.change',
  'employees.delete': 'employee.delete',
  'employees.mine': 'profile.see',
  'trail.deeds': 'trail.see',
  'trail.signIns': 'trail.see',
  'tickets.board': 'ticket.list',
  'tickets.list': 'ticket.list',
  'tickets.get': 'ticket.see',
  'tickets.activity': 'ticket.see',
  'tickets.create': 'ticket.create',
  'tickets.changeDetails': 'ticket.change-details',
  'tickets.accept': 'ticket.accept',
  'tickets.decline': 'ticket.decline',
  'bookings.get': 'ticket.accept',
  'bookings.look': 'ticket.book',
  'bookings.confirm': 'ticket.book',
  'tickets.askApproval': 'ticket.ask-approval',
  'tickets.approve': 'ticket.approve',
  'tickets.finalize': 'ticket.finalize',
  'tickets.complete': 'ticket.complete',
  'tickets.reopen': 'ticket.reopen',
  'tickets.assign': 'ticket.assign',
  'tickets.release': 'ticket.release',
  'tickets.addJob': 'job.change',
  'tickets.removeJob': 'job.change',
  // Which fields of a job line somebody may change, its command asks.
  'tickets.changeJob': 'ticket.see',
  'tickets.approveTime': 'job.approve-time',
  'tickets.addPart': 'part.add',
  'tickets.changePart': 'part.price',
  'tickets.removePart': 'part.price',
  'tickets.clockIn': 'clock.run',
  'tickets.clockOut': 'clock.run',
  'clocks.mine': 'clock.see-own',
  'clocks.list': 'clock.correct',
  'clocks.correct': 'clock.correct',
  'links.get': 'link.give',
  'links.make': 'link.give',
  'links.revoke': 'link.give',
  'links.mail': 'link.give',
  // Who follows a ticket is known by the link in what they send; its own guard asks the rights.
  'follow.look': null,
  'follow.answer': null,
  'follow.get': null,
  'reviews.list': 'review.see',
  'reviews.own': 'review.answer',
  'reviews.answer': 'review.answer',
  'reviews.byLink': null,
  'reviews.write': null,
  'schedule.week': 'schedule.see',
  'rigs.suggest': 'rig.suggest',
  'rigs.get': 'rig.suggest',
  'rigs.decode': 'vin.decode',
  'places.suggest': 'place.suggest',
  'places.map': 'directory.see',
  'workHistory.get': 'work-history.see',
  'downloads.androidApp': 'download.see',
  'vitals.report': null,
}
