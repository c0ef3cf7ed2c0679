// The table of contents: each name of the contract and the command or query behind it.

import { listDeeds, listSignIns } from '#server/audit/queries.ts'
import { endOtherSessions, endSession } from '#server/features/account/commands.ts'
import { me } from '#server/features/account/me.ts'
import { listSessions, readAccount } from '#server/features/account/queries.ts'
import { readMap, suggestPlaces } from '#server/features/address-search/queries.ts'
import * as approval from '#server/features/approvals/commands.ts'
import { readApprovals, readQuestions } from '#server/features/approvals/queries.ts'
import * as booking from '#server/features/bookings/commands.ts'
import { confirmBooking, lookAtBooking } from '#server/features/bookings/confirm.ts'
import { readBooking } from '#server/features/bookings/queries.ts'
import { correctSession, startClock, stopClock } from '#server/features/clocks/commands.ts'
import { listClocks, myClock } from '#server/features/clocks/queries.ts'
import { changeCompany, registerCompany } from '#server/features/companies/commands.ts'
import { listCompanies, myCompany, readCompany } from '#server/features/companies/queries.ts'
import * as link from '#server/features/customer-links/commands.ts'
import { lookAtLink, readFollowed, readLink } from '#server/features/customer-links/queries.ts'
import { findAndroidApp } from '#server/features/downloads/queries.ts'
import * as employee from '#server/features/employees/commands.ts'
import { employeesOfCompany, myProfile } from '#server/features/employees/queries.ts'
import * as message from '#server/features/messages/commands.ts'
import { readFollowedMessages, readMessages, readUnseen } from '#server/features/messages/queries.ts'
import * as wait from '#server/features/on-hold/commands.ts'
import { readWaiting } from '#server/features/on-hold/queries.ts'
import { endClaim } from '#server/features/platform-admin/claim-commands.ts'
import { seeDisputes } from '#server/features/platform-admin/claim-queries.ts'
import * as founder from '#server/features/platform-admin/commands.ts'
import { correctVin } from '#server/features/platform-admin/correct-vin.ts'
import {
  seeCompanies,
  seeCompany,
  seeDeeds,
  seeHistory,
  seeReviews,
} from '#server/features/platform-admin/queries.ts'
import { removeReview, restoreReview } from '#server/features/platform-admin/review-commands.ts'
import * as phone from '#server/features/push-subscriptions/commands.ts'
import { answerReview, writeReview } from '#server/features/reviews/commands.ts'
import { listReviews, ownReviews, reviewByLink } from '#server/features/reviews/queries.ts'
import * as rig from '#server/features/rig-claims/commands.ts'
import { readTicketDisputes } from '#server/features/rig-claims/dispute-queries.ts'
import { listMyRigs, readMyRig, readReport } from '#server/features/rig-claims/queries.ts'
import { decodeVin, readDeferred, readRig, suggestRigs } from '#server/features/rigs/queries.ts'
import { changeOwnDetails, openOwnTicket } from '#server/features/rv-owners/commands.ts'
import { deleteOwnAccount } from '#server/features/rv-owners/delete-account.ts'
import { listOwn, readOwnDetails } from '#server/features/rv-owners/queries.ts'
import { askToJoin, confirmJoin, lookAtJoin } from '#server/features/rv-owners/signup.ts'
import { readWeek } from '#server/features/schedule/queries.ts'
import { readActivity } from '#server/features/tickets/activity.ts'
import * as ticket from '#server/features/tickets/commands.ts'
import * as job from '#server/features/tickets/job-commands.ts'
import * as part from '#server/features/tickets/part-commands.ts'
import { board, listTickets, readTicket } from '#server/features/tickets/queries.ts'
import { reportVisit } from '#server/features/web-vitals/commands.ts'
import { readWorkHistory } from '#server/features/work-history/queries.ts'

export const router = {
  me,
  account: { get: readAccount, sessions: listSessions, endSession, endOtherSessions },
  my: {
    join: askToJoin,
    look: lookAtJoin,
    confirm: confirmJoin,
    tickets: listOwn,
    open: openOwnTicket,
    details: readOwnDetails,
    changeDetails: changeOwnDetails,
    leave: deleteOwnAccount,
  },
  companies: {
    register: registerCompany,
    list: listCompanies,
    get: readCompany,
    mine: myCompany,
    change: changeCompany,
  },
  employees: {
    list: employeesOfCompany,
    register: employee.registerEmployee,
    change: employee.changeEmployee,
    deactivate: employee.deactivateEmployee,
    reactivate: employee.reactivateEmployee,
    sendReset: employee.sendReset,
    delete: employee.deleteEmployee,
    mine: myProfile,
  },
  trail: { deeds: listDeeds, signIns: listSignIns },
  tickets: {
    board,
    list: listTickets,
    get: readTicket,
    activity: readActivity,
    create: ticket.createTicket,
    changeDetails: ticket.changeTicketDetails,
    accept: booking.acceptTicket,
    decline: booking.declineTicket,
    askApproval: ticket.askTicketApproval,
    approve: ticket.approveTicket,
    finalize: ticket.finalizeTicket,
    complete: ticket.completeTicket,
    reopen: ticket.reopenTicket,
    assign: ticket.assignTechnician,
    release: ticket.releaseTechnician,
    addJob: job.addJobToTicket,
    removeJob: job.removeJob,
    clockIn: startClock,
    clockOut: stopClock,
    changeJob: job.changeJob,
    approveTime: job.approveJobTime,
    addPart: part.addPartToTicket,
    changePart: part.changePart,
    removePart: part.removePart,
    disputes: readTicketDisputes,
  },
  bookings: { get: readBooking, look: lookAtBooking, confirm: confirmBooking },
  links: { get: readLink, make: link.makeLink, revoke: link.revokeLink, mail: link.mailLink },
  follow: {
    ...{ look: lookAtLink, answer: link.answerLink, get: readFollowed },
    ...{ messages: readFollowedMessages, say: message.sayAsCustomer },
    ...{ questions: readQuestions, answerLine: approval.answerQuestion },
    ...{ tellPhone: phone.tellThisPhone, stopPhone: phone.stopThisPhone },
  },
  messages: {
    ...{ list: readMessages, unseen: readUnseen },
    ...{ say: message.sayAsDesk, markSeen: message.markSeen },
  },
  waiting: { get: readWaiting, set: wait.setWaiting, clear: wait.clearWaiting },
  approvals: {
    get: readApprovals,
    ask: approval.askCustomer,
    record: approval.recordAnswer,
    withdraw: approval.withdrawQuestion,
  },
  reviews: {
    list: listReviews,
    own: ownReviews,
    answer: answerReview,
    byLink: reviewByLink,
    write: writeReview,
  },
  schedule: { week: readWeek },
  clocks: { mine: myClock, list: listClocks, correct: correctSession },
  rigs: { suggest: suggestRigs, get: readRig, deferred: readDeferred, decode: decodeVin },
  places: { suggest: suggestPlaces, map: readMap },
  workHistory: { get: readWorkHistory },
  myRigs: {
    ...{ list: listMyRigs, get: readMyRig, claim: rig.claimRig, letGo: rig.letGo },
    ...{ offer: rig.offer, withdrawOffer: rig.withdrawOffer },
    ...{ share: rig.shareReport, revokeReport: rig.closeReport, report: readReport },
    ...{ note: rig.writeNote, removeNote: rig.removeNote },
  },
  downloads: { androidApp: findAndroidApp },
  vitals: { report: reportVisit },
  founders: {
    ...{ companies: seeCompanies, company: seeCompany, reviews: seeReviews },
    ...{ verify: founder.verifyCompany, unverify: founder.unverifyCompany, setPending: founder.setPending },
    ...{ suspend: founder.suspendCompany, restore: founder.restoreCompany },
    ...{ removeReview, restoreReview },
    ...{ history: seeHistory, correctVin, endClaim, disputes: seeDisputes, deeds: seeDeeds },
  },
}
