// The tables as Kysely's types: written by `npm run schema` from a migrated database. snake_case in SQL, camelCase here
// (Kysely's CamelCasePlugin).

import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Inserted as JSON text, selected parsed. */
type Json<T> = ColumnType<T, string, string>
/** SQL's null for null. */
type NullableJson<T> = ColumnType<T | null, string | null, string | null>
/** With a default. */
type JsonDefault<T> = ColumnType<T, string | undefined, string>

/** Everything keyed by `companyId`, of which row-level security shows a company its own. */
export type CompanyTables = {
  addendum: {
    companyId: string
    ticketId: number
    addendumId: string
    addedAt: Date
    addedBy: string
    addedByName: string
    text: string
  }
  approvalLine: {
    companyId: string
    ticketId: number
    requestId: string
    jobNumber: number
    asked: Json<ColumnTypes['approvalLine.asked']>
    askedVersion: string
    state: 'open' | 'approved' | 'declined' | 'withdrawn'
    endedAt: Date | null
    endedBy: string | null
    endedByName: string | null
    how: 'link' | 'phone' | null
    address: string | null
    shown: NullableJson<ColumnTypes['approvalLine.shown']>
    shownVersion: string | null
    typedName: string | null
    phone: string | null
    correction: string | null
    beforeAnswer: NullableJson<ColumnTypes['approvalLine.beforeAnswer']>
  }
  approvalRequest: {
    companyId: string
    ticketId: number
    requestId: string
    position: number
    askedAt: Date
    askedBy: string
    askedByName: string
    note: string
    deposit: ColumnTypes['approvalRequest.deposit'] | null
    depositWithdrawnAt: Date | null
  }
  assignment: {
    companyId: string
    ticketId: number
    date: string
    uuid: string
    firstName: string
    lastName: string
    assignedAt: Date
    replaced: Generated<readonly string[]>
  }
  bayDevice: {
    companyId: string
    technicianId: string
    deviceId: string
    heardAt: Date
    notSent: number
    oldestTappedAt: Date | null
  }
  billingSetting: {
    companyId: string
    turnedOnAt: Date | null
    invoicePrefix: Generated<string>
    nextInvoiceNumber: Generated<number>
    creditNotePrefix: Generated<string>
    nextCreditNoteNumber: Generated<number>
    paymentTermsDays: Generated<number>
    footText: Generated<string>
    discountLimit: ColumnTypes['billingSetting.discountLimit'] | null
    feePresets: JsonDefault<ColumnTypes['billingSetting.feePresets']>
    shopSupplies: NullableJson<ColumnTypes['billingSetting.shopSupplies']>
    laborRates: JsonDefault<ColumnTypes['billingSetting.laborRates']>
    tripRules: NullableJson<ColumnTypes['billingSetting.tripRules']>
    cardAccount: string | null
    cardsReady: Generated<boolean>
    cardsCheckUntil: Date | null
    retentionYears: Generated<number>
    reminderDays: number | null
    pageSize: Generated<'letter' | 'a4'>
    earlierPeriods: JsonDefault<ColumnTypes['billingSetting.earlierPeriods']>
    feeRules: JsonDefault<ColumnTypes['billingSetting.feeRules']>
    clockRule: NullableJson<ColumnTypes['billingSetting.clockRule']>
    newJobsByClock: Generated<boolean>
    offersFlatPrice: Generated<boolean>
    bookingPayment: NullableJson<ColumnTypes['billingSetting.bookingPayment']>
  }
  booking: {
    companyId: string
    bookingId: string
    ticketId: number | null
    firstName: string
    lastName: string
    email: string
    phone: string
    problem: string
    vin: string
    make: string
    model: string
    year: string
    axleAmount: ColumnTypes['booking.axleAmount'] | null
    place: 'shop' | 'site'
    address: string
    campground: string
    siteNumber: string
    latitude: number | null
    longitude: number | null
    wantedAt: Date
    bookedAt: Date
    emailConfirmedAt: Date | null
    declineReason: string | null
    photos: Json<ColumnTypes['booking.photos']>
    rescheduledAt: Date | null
    remindedAt: Date | null
    canceledAt: Date | null
    cancellationSeenAt: Date | null
    sequence: Generated<number>
    arrivingAt: Date | null
    payment: NullableJson<ColumnTypes['booking.payment']>
  }
  bookingLimit: {
    companyId: string
    kind: 'dropOffsPerHour' | 'dropOffsPerDay' | 'visitsPerDay'
    maximum: number
  }
  bookkeepingExport: {
    companyId: string
    exportId: string
    target: 'journal' | 'quickbooks-online' | 'quickbooks-desktop'
    fromDay: string
    toDay: string
    entryCount: number
    exportedAt: Date
    exportedBy: string
    exportedByName: string
  }
  cardRefund: {
    companyId: string
    ticketId: number
    entryId: string
    amount: ColumnTypes['cardRefund.amount']
    startedAt: Date
  }
  changeLog: {
    companyId: string
    version: number
    kind: string
    id: string
    verb: string
    at: Date
    actor: string
    actorName: string
    card: NullableJson<ColumnTypes['changeLog.card']>
    seq: Generated<number>
    detail: NullableJson<ColumnTypes['changeLog.detail']>
  }
  clockCorrection: {
    companyId: string
    sessionId: string
    position: number
    at: Date
    actor: string
    actorName: string
    reason: string
    clockInBefore: Date
    clockInAfter: Date
    clockOutBefore: Date | null
    clockOutAfter: Date | null
  }
  clockSession: {
    companyId: string
    sessionId: string
    ticketId: number
    jobNumber: number
    technicianId: string
    clockInTime: Date
    clockOutTime: Date | null
    technician: string
    isCorrected: Generated<boolean>
    checkedAt: Date | null
    isLate: Generated<boolean>
    isClockInReported: Generated<boolean>
    isClockOutReported: Generated<boolean>
  }
  closedDays: {
    companyId: string
    closedDaysId: string
    firstDay: string
    lastDay: string
    reason: string
  }
  company: {
    companyId: string
    companyName: string
    companyPhone: string
    companyAddress: string | null
    latitude: number | null
    longitude: number | null
    email: string
    laborRate: ColumnTypes['company.laborRate'] | null
    mobileRange: number | null
    imageUrl: string | null
    mobileBusiness: boolean
    onTimeStatus: boolean
    pendingStatus: boolean
    trusted: boolean
    verified: boolean
    daysOfOperation: readonly number[]
    hoursOfOperation: readonly number[]
    timeZone: string
    registeredAt: Date
    verifiedFrom: string | null
    verifiedUntil: string | null
    verifiedNote: string | null
    suspendedAt: Date | null
    suspendedBecause: string | null
    approvalTolerance: Generated<number>
    deletedAt: Date | null
    ownerNameAsked: Generated<boolean>
    closesAt: Date | null
    promisedTickets: Generated<number>
    onTimeTickets: Generated<number>
  }
  companyCustomer: {
    companyId: string
    customerId: string
    firstName: string
    lastName: string
    email: string
    phone: string
    address: string | null
    latitude: number | null
    longitude: number | null
    note: Generated<string>
    preferredContact: 'call' | 'text' | 'email' | null
    createdAt: Date
    mergedInto: string | null
    mergedWith: string | null
    mergedAt: Date | null
    contactKey: GeneratedAlways<string | null>
    searchText: GeneratedAlways<string>
    companyName: Generated<string>
    otherPhones: Generated<readonly string[]>
    otherEmails: Generated<readonly string[]>
    otherSearchText: GeneratedAlways<string>
    agreesToEmail: boolean | null
    agreesToText: boolean | null
    consentAt: Date | null
    consentByName: string | null
  }
  companyExport: {
    companyId: string
    exportId: string
    state: 'running' | 'ready' | 'failed' | 'expired'
    requestedAt: Date
    requestedByName: string
    attempts: Generated<number>
    leasedUntil: Date
    reads: Generated<number>
    totalReads: number | null
    missingImages: Generated<number>
    failure: 'disk-full' | 'suspended' | 'interrupted' | 'error' | null
    finishedAt: Date | null
    expiresAt: Date | null
    fileId: string | null
    bytes: number | null
  }
  companyPreference: {
    companyId: string
    changeHours: number | null
    replyTo: string | null
    notices: JsonDefault<ColumnTypes['companyPreference.notices']>
    asksForReviews: Generated<boolean>
    emailsEndOfDay: Generated<boolean>
    endOfDayEmailedOn: string | null
    asksForSignatures: Generated<boolean>
    asksForMeters: Generated<boolean>
    listsComponents: Generated<boolean>
    recordsWalkarounds: Generated<boolean>
    promisesDays: Generated<boolean>
    statusUpdateDays: number | null
    clocksShopTime: Generated<boolean>
  }
  companyVersion: {
    companyId: string
    version: Generated<number>
    pendingTickets: Generated<number>
    activeTickets: Generated<number>
    approvalTickets: Generated<number>
    completedTickets: Generated<number>
  }
  componentEntry: {
    vin: string
    entryId: string
    companyId: string
    componentId: string
    how: 'entered' | 'corrected' | 'cleared' | 'removed'
    kind: string
    name: string
    place: string
    maker: string
    model: string
    serial: string
    modelYear: string
    day: string | null
    replaces: string | null
    ticketId: number
    enteredAt: Date
    enteredBy: string
    enteredByName: string
    platePhoto: string | null
    warrantyUntil: string | null
  }
  customerExemption: {
    companyId: string
    email: string
    phone: string
    certificateNumber: string
    expiresOn: string
    notedAt: Date
    customerName: Generated<string>
    companyCustomerId: string | null
  }
  dayClose: {
    companyId: string
    closeId: string
    day: string
    position: number
    lines: Json<ColumnTypes['dayClose.lines']>
    note: string
    closedAt: Date
    closedBy: string
    closedByName: string
  }
  employee: {
    companyId: string
    employeeId: string
    firstName: string
    lastName: string
    email: string
    phone: string
    licenseNumber: string
    isInsured: boolean
    isServiceWriter: boolean
    isTechnician: boolean
    registeredAt: Date
    deactivatedAt: Date | null
    correctsBilling: Generated<boolean>
  }
  exportedEntry: {
    companyId: string
    target: ColumnTypes['exportedEntry.target']
    entryId: string
    exportId: string
  }
  firstNameOnly: {
    companyId: string
    employeeId: string
    firstName: string
  }
  handOver: {
    companyId: string
    handOverId: string
    ticketId: number
    jobNumber: number | null
    technicianId: string
    technician: string
    label: string
    text: string
    reason: string
    tappedAt: Date
    at: Date
    settledAt: Date | null
    settledByName: string | null
    photoId: string | null
    photoMoment: ColumnTypes['handOver.photoMoment'] | null
    photoWidth: number | null
    photoHeight: number | null
  }
  importChunk: {
    companyId: string
    importId: string
    firstRow: number
    rowCount: number
    rows: Json<ColumnTypes['importChunk.rows']>
  }
  importItem: {
    companyId: string
    importId: string
    kind: 'company' | 'employee' | 'ticket' | 'customer' | 'rig' | 'history'
    itemId: string
    fingerprint: string
  }
  importRun: {
    companyId: string
    importId: string
    source: 'tree' | 'customers' | 'employees' | 'work'
    fileName: string
    fileHash: string
    state: 'running' | 'done' | 'failed' | 'undone'
    rowCount: number
    rowsDone: Generated<number>
    report: Json<ColumnTypes['importRun.report']>
    startedAt: Date
    startedBy: string
    startedByName: string
    finishedAt: Date | null
    undoneAt: Date | null
    rowsReceived: Generated<number>
    receivedAt: Date | null
  }
  importedCustomer: {
    companyId: string
    customerId: string
    firstName: string
    lastName: string
    email: string
    phone: string
    address: string | null
    vin: string | null
    importId: string
    addedAt: Date
    year: Generated<string>
    make: Generated<string>
    model: Generated<string>
    axleAmount: Generated<string>
    searchText: GeneratedAlways<string>
  }
  importedRecord: {
    companyId: string
    kind: 'company' | 'ticket' | 'log'
    position: number
    content: Json<ColumnTypes['importedRecord.content']>
  }
  invoice: {
    companyId: string
    invoiceId: string
    ticketId: number
    kind: 'invoice' | 'credit-note'
    number: number
    prefix: string
    creditsInvoiceId: string | null
    payerKind: 'customer'
    total: ColumnTypes['invoice.total']
    taxTotal: ColumnTypes['invoice.taxTotal']
    issuedAt: Date
    issuedBy: string
    issuedByName: string
    issuedOn: string
    dueOn: string
    document: Json<ColumnTypes['invoice.document']>
    payerRemovedAt: Date | null
    isPartial: Generated<boolean>
    feeKey: string | null
  }
  invoiceReminder: {
    companyId: string
    invoiceId: string
    sentCount: number
    lastSentAt: Date | null
    stoppedAt: Date | null
    stoppedByName: string | null
  }
  job: {
    companyId: string
    ticketId: number
    jobNumber: number
    problem: string
    cause: string
    correction: string
    estimatedTime: number
    estimate: boolean
    suggestedTime: number | null
    answer: 'none' | 'approved' | 'declined'
    laborRateId: string | null
    laborRateName: string | null
    laborRate: ColumnTypes['job.laborRate'] | null
    approvedParts: ColumnTypes['job.approvedParts'] | null
    approvedSupplies: ColumnTypes['job.approvedSupplies'] | null
    namedTechnician: string | null
    flatPrice: ColumnTypes['job.flatPrice'] | null
    clockRule: NullableJson<ColumnTypes['job.clockRule']>
    clockedHours: number | null
    componentId: string | null
    componentModel: string | null
    componentAt: Date | null
  }
  ledgerEntry: {
    companyId: string
    entryId: string
    ticketId: number
    position: number
    kind: 'payment' | 'deposit' | 'refund'
    method: 'cash' | 'check' | 'card' | 'transfer'
    amount: ColumnTypes['ledgerEntry.amount']
    invoiceId: string | null
    reference: string
    note: string
    at: Date
    by: string
    byName: string
    processorId: string | null
    voidsEntryId: string | null
    cause: 'dispute' | 'dispute-won' | 'refund-failed' | null
  }
  ownRig: {
    companyId: string
    vin: string
    make: string
    model: string
    year: string
    axleAmount: ColumnTypes['ownRig.axleAmount'] | null
    customerUuid: string
    assigned: boolean
    addedAt: Date
  }
  ownerNotice: {
    companyId: string
    noticeId: string
    ticketId: number
    kind: ColumnTypes['ownerNotice.kind']
    content: Json<ColumnTypes['ownerNotice.content']>
    at: Date
    dueAt: Date
  }
  part: {
    companyId: string
    ticketId: number
    partId: string
    position: number
    jobNumber: number | null
    quantity: number
    description: string
    perPartAmount: ColumnTypes['part.perPartAmount'] | null
    sublet: NullableJson<ColumnTypes['part.sublet']>
  }
  partMarkup: {
    companyId: string
    markupId: string
    vendorId: string | null
    costFrom: ColumnTypes['partMarkup.costFrom']
    percent: number
    addedAt: Date
  }
  photo: {
    companyId: string
    ticketId: number
    jobNumber: number
    photoId: string
    moment: 'before' | 'after' | ''
    position: number
    width: number
    height: number
    addedAt: Date
    addedBy: string
    addedByName: string
    bookingId: string | null
    addendumId: string | null
  }
  photoPiece: {
    companyId: string
    accountId: string
    uploadKey: string
    startByte: number
    content: Buffer
  }
  photoUpload: {
    companyId: string
    accountId: string
    uploadKey: string
    ticketId: number
    jobNumber: number
    moment: ColumnTypes['photoUpload.moment']
    size: number
    received: number
    at: Date
  }
  plannedAssignment: {
    companyId: string
    ticketId: number
    date: string
    uuid: string
    plannedAt: Date
  }
  promisedDay: {
    companyId: string
    ticketId: number
    position: number
    day: string
    firstDay: string
    reason: string
    askedByCustomer: boolean
    promisedAt: Date
    promisedBy: string
    promisedByName: string
    doneOn: string | null
    emailDueAt: Date | null
  }
  purchaseOrder: {
    companyId: string
    orderId: string
    number: number
    vendorId: string
    createdAt: Date
    orderedAt: Date | null
    closedAt: Date | null
    freight: ColumnTypes['purchaseOrder.freight'] | null
    trackingNumber: Generated<string>
    invoiceNumber: Generated<string>
    invoiceTotal: ColumnTypes['purchaseOrder.invoiceTotal'] | null
    emailedAt: Date | null
    emailedBy: Generated<string>
    emailedTo: Generated<string>
  }
  purchaseOrderLine: {
    companyId: string
    lineId: string
    orderId: string
    position: number
    ticketId: number | null
    partId: string | null
    quantity: number
    description: string
    partNumber: string
    cost: ColumnTypes['purchaseOrderLine.cost']
    expectedOn: string | null
    receipts: Json<ColumnTypes['purchaseOrderLine.receipts']>
    listPrice: ColumnTypes['purchaseOrderLine.listPrice'] | null
    coreCharge: ColumnTypes['purchaseOrderLine.coreCharge'] | null
    condition: ColumnTypes['purchaseOrderLine.condition'] | null
    coreReturns: JsonDefault<ColumnTypes['purchaseOrderLine.coreReturns']>
    stockItemId: string | null
    vendorReturns: JsonDefault<ColumnTypes['purchaseOrderLine.vendorReturns']>
  }
  pushSubscription: {
    companyId: string
    subscriptionId: string
    ticketId: number
    linkId: string
    endpoint: string
    p256dh: string
    auth: string
    createdAt: Date
    serverKey: string | null
  }
  qualification: {
    companyId: string
    employeeId: string
    sinceYear: number | null
    certificates: string
  }
  review: {
    companyId: string
    ticketId: number
    stars: number
    words: string
    writtenAt: Date
    rig: string
    answer: string | null
    answeredAt: Date | null
    answeredByName: string | null
    removedAt: Date | null
    removedByName: string | null
    removedBecause: string | null
    uncountedBecause: ColumnTypes['review.uncountedBecause'] | null
  }
  reviewRequest: {
    companyId: string
    ticketId: number
    dueAt: Date
  }
  serviceBay: {
    companyId: string
    serviceBayId: string
    name: string
    addedAt: Date
  }
  shopSession: {
    companyId: string
    sessionId: string
    employeeId: string
    employeeName: string
    clockInTime: Date
    clockOutTime: Date | null
    isCorrected: boolean
  }
  signIn: {
    signInId: Generated<string>
    companyId: string | null
    account: string | null
    name: string
    event: string
    at: Date
    address: string
    device: string
  }
  signature: {
    companyId: string
    ticketId: number
    signatureId: string
    occasion: 'drop-off' | 'estimate' | 'work-done' | 'pickup'
    signedAt: Date
    signerName: string
    path: string | null
    jobLines: string
    amount: ColumnTypes['signature.amount'] | null
    invoiceNumber: string | null
    takenBy: string | null
    takenByName: string | null
    outdated: Generated<boolean>
  }
  stockItem: {
    companyId: string
    stockItemId: string
    partNumber: string
    description: string
    place: string
    price: ColumnTypes['stockItem.price'] | null
    cost: ColumnTypes['stockItem.cost'] | null
    reorderPoint: number | null
    vendorId: string | null
    addedAt: Date
    removedAt: Date | null
  }
  stockMovement: {
    companyId: string
    stockItemId: string
    position: number
    kind: ColumnTypes['stockMovement.kind']
    quantity: number
    at: Date
    byName: string
    ticketId: number | null
    partId: string | null
    cost: ColumnTypes['stockMovement.cost'] | null
    note: string
  }
  taxRate: {
    companyId: string
    taxRateId: string
    name: string
    percentage: number
    appliesTo: readonly ('parts' | 'labor' | 'supplies' | 'trip')[]
    isDefault: boolean
    archivedAt: Date | null
  }
  ticket: {
    companyId: string
    ticketId: number
    state: 'pending' | 'active' | 'approval' | 'completed' | 'recorded' | 'declined' | 'closed'
    firstName: string
    lastName: string
    email: string
    phone: string
    address: string | null
    latitude: number | null
    longitude: number | null
    profileImageUrl: string | null
    customerUuid: string | null
    vin: string
    make: string
    model: string
    year: string
    axleAmount: ColumnTypes['ticket.axleAmount'] | null
    rvImage: string | null
    assignedTechnician: string | null
    pendingTimestamp: Date | null
    activeTimestamp: Date | null
    completedTimestamp: Date | null
    laborRate: ColumnTypes['ticket.laborRate'] | null
    transition: ColumnTypes['ticket.transition']
    transitionedBy: string
    transitionedByName: string
    transitionedAt: Date
    card: Json<ColumnTypes['ticket.card']>
    addressKey: GeneratedAlways<string | null>
    bookedDay: string | null
    importedBalance: ColumnTypes['ticket.importedBalance'] | null
    importedKey: string | null
    suppliesRule: NullableJson<ColumnTypes['ticket.suppliesRule']>
    closeReason: 'customer' | 'no-show' | 'duplicate' | 'mistake' | 'too-expensive' | null
    closeNote: string | null
    closedFrom: 'pending' | 'active' | 'approval' | null
    confirmedAt: Date | null
    checkIn: NullableJson<ColumnTypes['ticket.checkIn']>
    companyCustomerId: string | null
    odometer: number | null
    generatorHours: number | null
    arrivedOn: string | null
    departedOn: string | null
    feeChoices: NullableJson<ColumnTypes['ticket.feeChoices']>
  }
  ticketHelper: {
    companyId: string
    ticketId: number
    employeeId: string
    name: string
    addedAt: Date
    addedBy: string
  }
  ticketHold: {
    companyId: string
    ticketId: number
    reason: 'part' | 'customer' | 'weather' | 'warranty'
    note: string
    since: Date
    until: string | null
    setBy: string
    setByName: string
    customerUpdatedAt: Date | null
  }
  ticketLink: {
    companyId: string
    linkId: string
    ticketId: number
    createdAt: Date
    madeBy: string
    madeByName: string
    revokedAt: Date | null
    openedAt: Date | null
    wrongAnswers: Generated<number>
    lockedUntil: Date | null
    unlocks: Generated<number>
    confirmedEmail: string | null
  }
  ticketMessage: {
    companyId: string
    ticketId: number
    messageId: string
    at: Date
    by: 'customer' | 'desk'
    authorId: string
    authorName: string
    jobNumber: number | null
    text: string
    readAt: Date | null
    emailDueAt: Date | null
    emailOutcome: 'posted' | 'no-mail' | 'no-address' | 'too-many' | 'unconfirmed' | null
  }
  ticketSearch: {
    companyId: string
    ticketId: number
    createdAt: Date
    text: string
    customer: Generated<string>
  }
  ticketServiceBay: {
    companyId: string
    ticketId: number
    serviceBayId: string
  }
  timeOff: {
    companyId: string
    timeOffId: string
    employeeId: string
    firstDay: string
    lastDay: string
    reason: string
    enteredAt: Date
  }
  vendor: {
    companyId: string
    vendorId: string
    name: string
    accountNumber: string
    phone: string
    email: string
    terms: string
    addedAt: Date
    removedAt: Date | null
  }
  walkaround: {
    companyId: string
    ticketId: number
    propane: 'empty' | 'quarter' | 'half' | 'three-quarters' | 'full' | null
    batteryVolts: number | null
    damage: readonly string[]
    recordedAt: Date
    recordedBy: string
    recordedByName: string
  }
  weekdayHours: {
    companyId: string
    weekday: number
    opens: number | null
    closes: number | null
  }
  workingHours: {
    companyId: string
    employeeId: string
    weekday: number
    opens: number | null
    closes: number | null
  }
}

export type Tables = CompanyTables & {
  accountCompany: {
    accountId: string
    company: string
  }
  authCredential: {
    id: Generated<string>
    userId: string
    accountId: string
    providerId: string
    accessToken: string | null
    refreshToken: string | null
    accessTokenExpiresAt: Date | null
    refreshTokenExpiresAt: Date | null
    scope: string | null
    idToken: string | null
    password: string | null
    createdAt: Date
    updatedAt: Date
  }
  authPasskey: {
    id: Generated<string>
    userId: string
    name: string | null
    publicKey: string
    credentialId: string
    counter: number
    deviceType: string
    backedUp: boolean
    transports: string | null
    createdAt: Generated<Date>
    aaguid: string | null
  }
  authRateLimit: {
    id: Generated<string>
    key: string
    count: number
    lastRequest: number
  }
  authSession: {
    id: Generated<string>
    userId: string
    token: string
    expiresAt: Date
    ipAddress: string | null
    userAgent: string | null
    createdAt: Date
    updatedAt: Date
  }
  authTwoFactor: {
    id: Generated<string>
    userId: string
    secret: string
    backupCodes: string
    verified: boolean
    failedVerificationCount: Generated<number>
    lockedUntil: Date | null
  }
  authUsedCode: {
    userId: string
    code: string
    usedAt: Date
  }
  authUser: {
    id: Generated<string>
    name: string
    email: string
    emailVerified: Generated<boolean>
    image: string | null
    createdAt: Date
    updatedAt: Date
    twoFactorEnabled: Generated<boolean>
  }
  authVerification: {
    id: Generated<string>
    identifier: string
    value: string
    expiresAt: Date
    createdAt: Date
    updatedAt: Date
  }
  backgroundJob: {
    name: string
    lastRunAt: Date | null
    lastSucceededAt: Date | null
    nextRunAt: Date | null
    failures: Generated<number>
    lastError: string | null
  }
  componentDispute: {
    vin: string
    entryId: string
    claimId: string
    accountId: string
    companyUuid: string
    ticketId: number
    words: string
    writtenAt: Date
  }
  customer: {
    customerUuid: string
    firstName: string
    lastName: string
    email: string
    phone: string
    address: string | null
    latitude: number | null
    longitude: number | null
    sharesContact: Generated<boolean>
  }
  deletedAccount: {
    accountId: string
    at: Generated<Date>
  }
  directory: {
    companyId: string
    version: number
    companyName: string
    companyAddress: string | null
    companyPhone: string
    imageUrl: string | null
    trusted: boolean
    verified: boolean
    latitude: number | null
    longitude: number | null
    mobileRange: number | null
    daysOfOperation: readonly number[] | null
    hoursOfOperation: readonly number[] | null
    timeZone: string | null
    point: GeneratedAlways<string | null>
    serviceRadius: GeneratedAlways<number | null>
    serviceArea: GeneratedAlways<string | null>
    hidden: Generated<boolean>
    ratingCount: Generated<number>
    ratingSum: Generated<number>
    rank: GeneratedAlways<number>
    searchWords: GeneratedAlways<string>
    weekdayOpens: readonly number[] | null
    weekdayCloses: readonly number[] | null
  }
  directoryVersion: {
    onlyRow: Generated<boolean>
    version: number
  }
  emailOutbox: {
    emailId: string
    companyId: string | null
    recipient: string
    subject: string
    text: string
    html: string | null
    messageId: string
    at: Date
    attempts: Generated<number>
    nextAttemptAt: Date | null
    sentAt: Date | null
    lastError: string | null
    senderName: string | null
    replyTo: string | null
    attachment: NullableJson<ColumnTypes['emailOutbox.attachment']>
  }
  founderEmail: {
    email: string
  }
  idempotencyKey: {
    actor: string
    key: string
    command: string
    bodyHash: string
    response: NullableJson<ColumnTypes['idempotencyKey.response']>
    at: Date
    companyId: string
  }
  ownerComponentEntry: {
    vin: string
    entryId: string
    claimId: string
    componentId: string
    how: 'entered' | 'corrected' | 'cleared' | 'removed'
    kind: string
    name: string
    place: string
    maker: string
    model: string
    serial: string
    modelYear: string
    day: string | null
    replaces: string | null
    enteredAt: Date
  }
  platformAudit: {
    entryId: string
    at: Date
    actor: string
    actorName: string
    actorKind: string
    verb: string
    companyUuid: string | null
    ticketId: number | null
    vin: string | null
    detail: NullableJson<ColumnTypes['platformAudit.detail']>
  }
  pushOutbox: {
    messageId: string
    companyId: string
    subscriptionId: string
    text: string
    isUrgent: boolean
    at: Date
    attempts: Generated<number>
    nextAttemptAt: Date
    lastError: string | null
    service: Generated<string>
    leasedUntil: Date | null
  }
  rateLimitCounter: {
    key: string
    count: number
    until: Date
  }
  retainedDocument: {
    companyId: string
    documentId: string
    keepUntil: string
    content: Json<ColumnTypes['retainedDocument.content']>
  }
  rig: {
    vin: string
    make: string
    model: string
    year: string
    axleAmount: ColumnTypes['rig.axleAmount'] | null
    customerUuid: string
    assigned: boolean
    rvImage: string | null
    addedAt: Date
  }
  rigClaim: {
    claimId: string
    vin: string
    accountId: string
    claimedAt: Date
    how: 'code' | 'transfer'
    fromCompany: string
    fromTicket: number
    openedFrom: Date | null
    transferHash: string | null
    transferUntil: Date | null
    endedAt: Date | null
    endReason: 'transfer' | 'released' | 'corrected' | 'founder' | 'superseded' | 'no-vin' | null
    currentAccountId: GeneratedAlways<string | null>
    sharesSerials: Generated<boolean>
    sharedComponents: Generated<readonly string[]>
  }
  rigNote: {
    vin: string
    companyUuid: string
    ticketId: number
    claimId: string
    kind: 'note' | 'dispute'
    accountId: string
    words: string
    writtenAt: Date
  }
  rigReport: {
    reportId: string
    claimId: string
    vin: string
    accountId: string
    createdAt: Date
    endsAt: Date
    revokedAt: Date | null
  }
  workHistory: {
    vin: string
    companyId: string
    ticketId: number
    completedTimestamp: Date
    timeZone: string
    technician: string
    totalBalance: ColumnTypes['workHistory.totalBalance']
    work: Json<ColumnTypes['workHistory.work']>
    importedAt: Date | null
    ownRig: string | null
  }
}

/** A row as it is selected. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
/** A row as it is inserted. */
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>

/** A column, or `coordinator`: only where clients connect. */
export type DistributionKey = 'company_id' | 'vin' | 'customer_uuid' | 'coordinator'

/**
 * By what a table's rows are distributed on a cluster, so that those of one company (or VIN) are together: the first column
 * of its primary key, if every unique key has it, as Citus requires. Referenced tables come first.
 */
export const DISTRIBUTION: Readonly<Record<string, DistributionKey>> = {
  auth_user: 'coordinator',
  account_company: 'coordinator',
  company: 'company_id',
  ticket: 'company_id',
  addendum: 'company_id',
  approval_request: 'company_id',
  approval_line: 'company_id',
  assignment: 'company_id',
  auth_credential: 'coordinator',
  auth_passkey: 'coordinator',
  auth_rate_limit: 'coordinator',
  auth_session: 'coordinator',
  auth_two_factor: 'coordinator',
  auth_used_code: 'coordinator',
  auth_verification: 'coordinator',
  background_job: 'coordinator',
  bay_device: 'company_id',
  billing_setting: 'company_id',
  booking: 'company_id',
  booking_limit: 'company_id',
  bookkeeping_export: 'company_id',
  card_refund: 'company_id',
  change_log: 'company_id',
  job: 'company_id',
  clock_session: 'company_id',
  clock_correction: 'company_id',
  closed_days: 'company_id',
  company_customer: 'company_id',
  company_export: 'company_id',
  company_preference: 'company_id',
  company_version: 'company_id',
  component_dispute: 'vin',
  component_entry: 'vin',
  customer: 'customer_uuid',
  customer_exemption: 'company_id',
  day_close: 'company_id',
  deleted_account: 'coordinator',
  directory: 'coordinator',
  directory_version: 'coordinator',
  email_outbox: 'coordinator',
  employee: 'company_id',
  exported_entry: 'company_id',
  first_name_only: 'company_id',
  founder_email: 'coordinator',
  hand_over: 'company_id',
  idempotency_key: 'company_id',
  import_run: 'company_id',
  import_chunk: 'company_id',
  import_item: 'company_id',
  imported_customer: 'company_id',
  imported_record: 'company_id',
  invoice: 'company_id',
  invoice_reminder: 'company_id',
  ledger_entry: 'company_id',
  migration: 'coordinator',
  own_rig: 'company_id',
  owner_component_entry: 'vin',
  owner_notice: 'company_id',
  part: 'company_id',
  part_markup: 'company_id',
  photo: 'company_id',
  photo_upload: 'company_id',
  photo_piece: 'company_id',
  planned_assignment: 'company_id',
  platform_audit: 'coordinator',
  promised_day: 'company_id',
  purchase_order: 'company_id',
  purchase_order_line: 'company_id',
  push_outbox: 'coordinator',
  ticket_link: 'company_id',
  push_subscription: 'company_id',
  qualification: 'company_id',
  rate_limit_counter: 'coordinator',
  retained_document: 'company_id',
  review: 'company_id',
  review_request: 'company_id',
  rig: 'vin',
  rig_claim: 'coordinator',
  rig_note: 'vin',
  rig_report: 'coordinator',
  service_bay: 'company_id',
  shop_session: 'company_id',
  sign_in: 'coordinator',
  signature: 'company_id',
  stock_item: 'company_id',
  stock_movement: 'company_id',
  tax_rate: 'company_id',
  ticket_helper: 'company_id',
  ticket_hold: 'company_id',
  ticket_message: 'company_id',
  ticket_search: 'company_id',
  ticket_service_bay: 'company_id',
  time_off: 'company_id',
  vendor: 'company_id',
  walkaround: 'company_id',
  weekday_hours: 'company_id',
  work_history: 'vin',
  working_hours: 'company_id',
}
