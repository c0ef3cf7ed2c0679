// The table of contents: each name of the contract and the command or query behind it.

import { endOtherSessions, endSession } from './account/commands.ts'
import { listSessions, readAccount } from './account/queries.ts'
import * as approval from './approvals/commands.ts'
import { readApprovals, readQuestions } from './approvals/queries.ts'
import * as booking from './bookings/commands.ts'
import { confirmBooking, lookAtBooking } from './bookings/confirm.ts'
import { readBooking } from './bookings/queries.ts'
import { correctSession, startClock, stopClock } from './clocks/commands.ts'
import { listClocks, myClock } from './clocks/queries.ts'
import { changeCompany, registerCompany } from './companies/commands.ts'
import { listCompanies, myCompany, readCompany } from './companies/queries.ts'
import { findAndroidApp } from './downloads/queries.ts'
import * as employee from './employees/commands.ts'
import { employeesOfCompany, myProfile } from './employees/queries.ts'
import { endClaim } from './founders/claim-commands.ts'
import { seeDisputes } from './founders/claim-queries.ts'
import * as founder from './founders/commands.ts'
import { correctVin } from './founders/history-commands.ts'
import { seeCompanies, seeCompany, seeDeeds, seeHistory, seeReviews } from './founders/queries.ts'
import { removeReview, restoreReview } from './founders/review-commands.ts'
import { readWorkHistory } from './history/queries.ts'
import * as link from './links/commands.ts'
import { lookAtLink, readFollowed, readLink } from './links/queries.ts'
import { me } from './me.ts'
import * as message from './messages/commands.ts'
import { readFollowedMessages, readMessages, readUnseen } from './messages/queries.ts'
import * as rig from './owned-rigs/commands.ts'
import { readTicketDisputes } from './owned-rigs/dispute-queries.ts'
import { listMyRigs, readMyRig, readReport } from './owned-rigs/queries.ts'
import * as phone from './phones/commands.ts'
import { readMap, suggestPlaces } from './places/queries.ts'
import { answerReview, writeReview } from './reviews/commands.ts'
import { listReviews, ownReviews, reviewByLink } from './reviews/queries.ts'
import { decodeVin, readDeferred, readRig, suggestRigs } from './rigs/queries.ts'
import { changeOwnDetails, openOwnTicket } from './rv-owners/commands.ts'
import { askToJoin, confirmJoin, lookAtJoin } from './rv-owners/join.ts'
import { deleteOwnAccount } from './rv-owners/leave.ts'
import { listOwn, readOwnDetails } from './rv-owners/queries.ts'
import { readWeek } from './schedule/queries.ts'
import { readActivity } from './tickets/activity.ts'
import * as ticket from './tickets/commands.ts'
import * as job from './tickets/job-commands.ts'
import * as part from './tickets/part-commands.ts'
import { board, listTickets, readTicket } from './tickets/queries.ts'
import { listDeeds, listSignIns } from './trail/queries.ts'
import { reportVisit } from './vitals/commands.ts'
import * as wait from './waiting/commands.ts'
import { readWaiting } from './waiting/queries.ts'

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
