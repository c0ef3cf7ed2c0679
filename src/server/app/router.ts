// The router: each procedure of the contract with its handler.

import { endOtherSessions, endSession, setOwnerName } from '#server/features/account/commands.ts'
import {
  confirmEmail,
  previewConfirmation,
  sendConfirmation,
} from '#server/features/account/confirm-email.ts'
import { getMe } from '#server/features/account/me.ts'
import { getAccount, getWasDeleted, listSessions } from '#server/features/account/queries.ts'
import { getMap, suggestAddresses } from '#server/features/address-search/queries.ts'
import * as approval from '#server/features/approvals/commands.ts'
import {
  getApprovals,
  listDeferredLines,
  listRequestsForCustomer,
} from '#server/features/approvals/queries.ts'
import { listAuditEntries, listSignIns } from '#server/features/audit/queries.ts'
import { dismissDevices, handOverToDesk, reportPhone, settle } from '#server/features/bay/commands.ts'
import { listDevices, listHandedOver } from '#server/features/bay/queries.ts'
import { exportBooks, getBookkeeping, getBooks } from '#server/features/billing/bookkeeping.ts'
import { connectCards, payByCard, refundCard } from '#server/features/billing/card-procedures.ts'
import { setCorrections } from '#server/features/billing/corrections.ts'
import { closeDay, getDay } from '#server/features/billing/day-close.ts'
import { getBalances } from '#server/features/billing/get-balances.ts'
import { getSales } from '#server/features/billing/get-sales.ts'
import { getTicketMoney } from '#server/features/billing/get-ticket-money.ts'
import { forgetExemption, issueCreditNote, issueInvoice } from '#server/features/billing/invoice-commands.ts'
import {
  recordDeposit,
  recordPayment,
  refund,
  voidPayment,
  withdrawDeposit,
} from '#server/features/billing/payment-commands.ts'
import { getReceivables } from '#server/features/billing/receivables.ts'
import { setReminders } from '#server/features/billing/reminders.ts'
import * as billing from '#server/features/billing/settings-commands.ts'
import { cancelAppointment, rescheduleAppointment } from '#server/features/bookings/appointment-commands.ts'
import * as booking from '#server/features/bookings/commands.ts'
import { confirmBooking, previewBooking } from '#server/features/bookings/confirm-booking.ts'
import { getBooking, listCancellations } from '#server/features/bookings/queries.ts'
import { correctSession, startClock, stopClock } from '#server/features/clocks/commands.ts'
import { getOwnClock, listClocks } from '#server/features/clocks/queries.ts'
import { closeCompany, keepCompanyOpen } from '#server/features/companies/closing.ts'
import { changeCompany, registerCompany } from '#server/features/companies/commands.ts'
import { getCompanyPage, getOwnCompany, listCompanies } from '#server/features/companies/queries.ts'
import { eraseCustomerOfTicket, getCustomerData } from '#server/features/customer-erasure/procedures.ts'
import * as link from '#server/features/customer-links/commands.ts'
import { getLink, previewLink } from '#server/features/customer-links/queries.ts'
import * as push from '#server/features/customer-view/push-commands.ts'
import { getCustomerView } from '#server/features/customer-view/queries.ts'
import { suggestCustomers } from '#server/features/customers/queries.ts'
import { findAndroidApp } from '#server/features/downloads/queries.ts'
import * as employee from '#server/features/employees/commands.ts'
import { getOwnProfile, listCompanyEmployees } from '#server/features/employees/queries.ts'
import { previewEmailRelease, releaseEmail } from '#server/features/employees/release-email.ts'
import { openCompanyExport, startCompanyExport } from '#server/features/export/commands.ts'
import { getCompanyExport } from '#server/features/export/queries.ts'
import {
  addCustomers,
  addEmployees,
  addVisits,
  startImport,
  undoImport,
} from '#server/features/import/commands.ts'
import { checkCustomers, checkEmployees, checkVisits, listImports } from '#server/features/import/queries.ts'
import * as message from '#server/features/messages/commands.ts'
import { listMessagesForCustomer, listTicketMessages, listUnread } from '#server/features/messages/queries.ts'
import { listWaitingNotices } from '#server/features/notices/queries.ts'
import * as hold from '#server/features/on-hold/commands.ts'
import { getHold } from '#server/features/on-hold/queries.ts'
import { addHandedOverPhoto } from '#server/features/photos/commands.ts'
import { listBackgroundJobs } from '#server/features/platform-admin/background-jobs.ts'
import { endClaim } from '#server/features/platform-admin/claim-commands.ts'
import { listRigDisputes } from '#server/features/platform-admin/claim-queries.ts'
import * as founder from '#server/features/platform-admin/commands.ts'
import { correctVin } from '#server/features/platform-admin/correct-vin.ts'
import {
  getCompanyDetail,
  getRigHistory,
  listAllCompanyPages,
  listCompanyReviews,
  listPlatformEntries,
} from '#server/features/platform-admin/queries.ts'
import { removeReview, restoreReview } from '#server/features/platform-admin/review-commands.ts'
import { changePreferences, getOwnPreferences } from '#server/features/preferences/commands.ts'
import { answerReview, writeReview } from '#server/features/reviews/commands.ts'
import { getReviewByLink, listOwnReviews, listReviews } from '#server/features/reviews/queries.ts'
import * as rig from '#server/features/rig-claims/commands.ts'
import { getTicketDisputes } from '#server/features/rig-claims/disputes.ts'
import { getMyRig, getPublicReport, listMyRigs } from '#server/features/rig-claims/queries.ts'
import { decodeVin, getRig, suggestRigs } from '#server/features/rigs/queries.ts'
import { changeOwnDetails, openOwnTicket } from '#server/features/rv-owners/commands.ts'
import { deleteOwnAccount } from '#server/features/rv-owners/delete-account.ts'
import { getOwnDetails, listOwnTicketPages } from '#server/features/rv-owners/queries.ts'
import { confirmSignup, previewSignup, requestSignup } from '#server/features/rv-owners/signup.ts'
import * as schedule from '#server/features/schedule/commands.ts'
import { getWeek } from '#server/features/schedule/queries.ts'
import { listActivity } from '#server/features/tickets/activity.ts'
import * as ticket from '#server/features/tickets/commands.ts'
import * as job from '#server/features/tickets/job-commands.ts'
import * as part from '#server/features/tickets/part-commands.ts'
import {
  getBoard,
  getTicketView,
  listOpenTicketsOfRig,
  listTickets,
} from '#server/features/tickets/queries.ts'
import { reportWebVitals } from '#server/features/web-vitals/commands.ts'
import { getWorkHistory } from '#server/features/work-history/queries.ts'
import { employeeHooks, ticketHooks } from './feature-hooks.ts'

export const router = {
  me: getMe,
  account: {
    wasDeleted: getWasDeleted,
    get: getAccount,
    sessions: listSessions,
    endSession,
    endOtherSessions,
    sendConfirmation,
    setName: setOwnerName,
    previewConfirmation,
    confirmEmail,
    previewEmailRelease,
    releaseEmail: releaseEmail(employeeHooks),
  },
  rvOwners: {
    requestSignup,
    preview: previewSignup,
    confirmSignup,
    listTickets: listOwnTicketPages,
    openTicket: openOwnTicket,
    getDetails: getOwnDetails,
    changeDetails: changeOwnDetails,
    deleteAccount: deleteOwnAccount,
  },
  companies: {
    register: registerCompany,
    list: listCompanies,
    get: getCompanyPage,
    mine: getOwnCompany,
    change: changeCompany,
    close: closeCompany,
    keepOpen: keepCompanyOpen,
  },
  employees: {
    list: listCompanyEmployees,
    register: employee.registerEmployee,
    change: employee.changeEmployee(employeeHooks),
    deactivate: employee.deactivateEmployee(employeeHooks),
    reactivate: employee.reactivateEmployee,
    sendReset: employee.sendReset,
    delete: employee.deleteEmployee(employeeHooks),
    mine: getOwnProfile,
  },
  companyExports: {
    get: getCompanyExport,
    start: startCompanyExport,
    openDownload: openCompanyExport,
  },
  billing: {
    getSettings: billing.getBillingSettings,
    turnOn: billing.turnOnBilling,
    turnOff: billing.turnOffBilling,
    changeSettings: billing.changeBillingSettings,
    addTaxRate: billing.addTaxRate,
    changeTaxRate: billing.changeTaxRate,
    archiveTaxRate: billing.archiveTaxRate,
    setCorrections,
    getTicket: getTicketMoney,
    issueInvoice,
    forgetExemption,
    issueCreditNote,
    recordPayment,
    recordDeposit,
    withdrawDeposit,
    voidPayment,
    connectCards,
    refundCard,
    refund,
    getReceivables,
    setReminders,
    getDay,
    closeDay,
    getSales,
    getBookkeeping,
    exportBooks,
    getBooks,
  },
  imports: {
    list: listImports,
    start: startImport,
    addCustomers,
    addEmployees,
    addVisits,
    checkCustomers,
    checkEmployees,
    checkVisits,
    undo: undoImport,
  },
  audit: { list: listAuditEntries, listSignIns },
  tickets: {
    board: getBoard,
    balances: getBalances,
    list: listTickets,
    get: getTicketView,
    activity: listActivity,
    create: ticket.createTicket,
    changeDetails: ticket.changeTicketDetails,
    accept: booking.acceptTicket,
    decline: booking.declineTicket,
    askApproval: ticket.requestTicketApproval(ticketHooks),
    approve: ticket.approveTicket(ticketHooks),
    finalize: ticket.finalizeTicket(ticketHooks),
    complete: ticket.completeTicket(ticketHooks),
    close: ticket.closeTicket(ticketHooks),
    reopen: ticket.reopenTicket(ticketHooks),
    addAddendum: ticket.addAddendum,
    assign: schedule.assignTechnician,
    release: schedule.releaseTechnician,
    addJob: job.addJobToTicket(ticketHooks),
    removeJob: job.removeJob(ticketHooks),
    clockIn: startClock,
    clockOut: stopClock,
    changeJob: job.changeJob(ticketHooks),
    approveTime: job.approveJobTime(ticketHooks),
    addPart: part.addPartToTicket(ticketHooks),
    changePart: part.changePart(ticketHooks),
    removePart: part.removePart(ticketHooks),
    disputes: getTicketDisputes,
    getCustomerData,
    eraseCustomer: eraseCustomerOfTicket,
  },
  bookings: {
    get: getBooking,
    listCancellations,
    dismissCancellation: booking.dismissCancellation,
    preview: previewBooking,
    confirm: confirmBooking,
  },
  preferences: { get: getOwnPreferences, change: changePreferences },
  notices: { listWaiting: listWaitingNotices },
  customerLinks: {
    get: getLink,
    create: link.createLink,
    revoke: link.revokeLink,
    unlock: link.unlockLink,
    email: link.emailLink,
  },
  customerView: {
    preview: previewLink,
    verify: link.verifyLink,
    get: getCustomerView,
    listMessages: listMessagesForCustomer,
    post: message.postAsCustomer,
    markRead: message.markReadAsCustomer,
    listApprovals: listRequestsForCustomer,
    answerLine: approval.answerLine,
    pay: payByCard,
    reschedule: rescheduleAppointment,
    cancel: cancelAppointment,
    subscribePush: push.subscribeToPush,
    unsubscribePush: push.unsubscribeFromPush,
  },
  messages: {
    list: listTicketMessages,
    listUnread,
    post: message.postAsCompany,
    markRead: message.markRead,
  },
  onHold: { get: getHold, set: hold.setHold, clear: hold.clearHold },
  approvals: {
    get: getApprovals,
    request: approval.requestApproval,
    recordAnswer: approval.recordAnswer,
    undoAnswer: approval.undoPhoneAnswer,
    withdraw: approval.withdrawRequest,
  },
  reviews: {
    list: listReviews,
    mine: listOwnReviews,
    answer: answerReview,
    getByLink: getReviewByLink,
    create: writeReview,
  },
  schedule: { week: getWeek },
  bay: {
    report: reportPhone,
    devices: listDevices,
    dismissDevices,
    handOver: handOverToDesk,
    handOvers: listHandedOver,
    settleHandOver: settle,
    addHandedOverPhoto,
  },
  clocks: { mine: getOwnClock, list: listClocks, correct: correctSession },
  customers: { suggest: suggestCustomers },
  rigs: {
    suggest: suggestRigs,
    get: getRig,
    deferred: listDeferredLines,
    openTickets: listOpenTicketsOfRig,
    decode: decodeVin,
  },
  addressSearch: { suggest: suggestAddresses, getMap },
  workHistory: { get: getWorkHistory },
  rigClaims: {
    list: listMyRigs,
    get: getMyRig,
    claim: rig.claimRig,
    release: rig.releaseRig,
    createTransfer: rig.createTransfer,
    cancelTransfer: rig.cancelTransfer,
    createReport: rig.shareReport,
    revokeReport: rig.revokeReportCommand,
    getReport: getPublicReport,
    saveNote: rig.writeNote,
    deleteNote: rig.removeNote,
  },
  downloads: { androidApp: findAndroidApp },
  webVitals: { report: reportWebVitals },
  platformAdmin: {
    listCompanies: listAllCompanyPages,
    getCompany: getCompanyDetail,
    listReviews: listCompanyReviews,
    verify: founder.verifyCompany,
    unverify: founder.unverifyCompany,
    setPending: founder.setPending,
    suspend: founder.suspendCompany,
    restore: founder.restoreCompany,
    removeReview,
    restoreReview,
    getHistory: getRigHistory,
    correctVin,
    endClaim,
    listDisputes: listRigDisputes,
    listAuditEntries: listPlatformEntries,
    listBackgroundJobs,
  },
}
