import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { PROCEDURES, type ProcedureName } from '#contract/index.ts'
import { line } from '#contract/shared-schemas.ts'
import { weekdayOf } from '#domain/companies/opening-times.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { withoutWebAddress } from '#domain/lib/web-address.ts'
import { checkDigit } from '#domain/rigs/vin.ts'
import type { Occasion } from '#domain/signatures/signature.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { bluebonnet, june, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../support/customer-fixtures.ts'
import { EXAMPLES } from '../../support/examples/examples.ts'
import { importedJob, importedPerson } from '../../support/imported-rows.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import { signUp } from '../../support/signup.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { isLongRound } from '../../support/test-round.ts'
import { INVALID_STRINGS, NASTY } from './nasty-strings.ts'
import { fullInput, textFields, withText } from './text-fields.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Command = { readonly name: ProcedureName; readonly input: z.ZodType }

const COMMANDS = (Object.keys(PROCEDURES) as ProcedureName[]).flatMap((name): Command[] => {
  const { route, inputSchema } = PROCEDURES[name]['~orpc']
  return route.method === 'GET' || inputSchema === undefined
    ? []
    : [{ name, input: inputSchema as z.ZodType }]
})

const FIELDS = COMMANDS.flatMap(({ name, input }) =>
  textFields(input).map(path => ({ field: `${name} ${path.join('.')}`, name, input, path })),
)

/** Plain text: a field that accepts it is a text field. */
const WORDS = 'Some <words>'

const free = FIELDS.filter(
  ({ input, path }) => input.safeParse(withText(fullInput(input), path, WORDS)).success,
)

describe('text that cannot be stored is refused beside its field', () => {
  test('the test inputs fill every field of every command', () => {
    expect(FIELDS.length).toBeGreaterThan(40)
    for (const { name, input } of COMMANDS)
      expect([name, input.safeParse(fullInput(input)).error?.issues]).toEqual([name, undefined])
  })

  /** In a short round two of four, the others with the next field. */
  const textsFor = (turn: number): (readonly [string, string])[] =>
    Object.entries(INVALID_STRINGS).filter((_, index) => isLongRound || (index + turn) % 2 === 0)

  test.each(FIELDS.map((field, turn) => ({ ...field, turn })))(
    '$field',
    async ({ name, input, path, turn }) => {
      for (const [what, text] of textsFor(turn)) {
        const json = { json: withText(fullInput(input), path, text) }
        const answer = await app.fetch(`/rpc/${name.replaceAll('.', '/')}`, {
          as: EXAMPLES[name]?.insider ?? 'dana',
          method: 'POST',
          json,
        })
        const body = (await answer.json()) as {
          json: { code: string; data: { fields: Record<string, string> } }
        }
        const sentence = body.json.data.fields[path.join('.')]
        expect([what, answer.status, Object.keys(body.json.data.fields)]).toEqual([
          what,
          400,
          [path.join('.')],
        ])
        expect(sentence).toMatch(/^[A-Z].*\.$/)
      }
      expect(app.loggedErrors).toEqual([])
    },
  )
})

/** A name holds no web address: without one, everything else comes back as typed. */
const nameOf = withoutWebAddress

/** Everything the product returned of what was typed, by field. */
type ShownTexts = Readonly<Record<string, readonly unknown[]>>

/** Registration. */
async function register(text: string): Promise<ShownTexts> {
  const email = `${randomUUID()}@mail.example`
  const { owner: _, ...shop } = bluebonnet
  const fresh = { ...shop, companyName: nameOf(text), companyAddress: text, email, password: PASSWORD }
  const { companyUUID } = await app.as('visitor').companies.register(fresh)
  const office = app.withCookie(await app.signIn(email))
  const mine = await office.companies.mine()
  const { companies } = await app.as('visitor').companies.list({ limit: 200 })
  const card = companies.find(company => company.companyUUID === companyUUID)
  const nameAfter = async (name: { firstName?: string; lastName?: string }): Promise<unknown> => {
    await office.account.setName(name)
    const me = await office.me()
    return 'name' in me && me.name
  }
  const first = await nameAfter({ firstName: nameOf(text) })
  const last = await nameAfter({ lastName: nameOf(text) })
  const names = { firstName: nameOf(text), lastName: nameOf(text), licenseNumber: text }
  const { id } = await office.employees.register({
    ...rosa,
    ...names,
    email: `e${email}`,
    password: PASSWORD,
  })
  const hired = (await office.employees.list()).find(employee => employee.id === id)
  const { employee } = await app.withCookie(await app.signIn(`e${email}`)).employees.mine()
  return {
    'companies.register companyName': [mine.companyName, card?.companyName],
    'companies.register companyAddress': [mine.companyAddress, card?.companyAddress],
    'account.setName firstName': [first],
    'account.setName lastName': [last],
    'employees.register firstName': [hired?.firstName],
    'employees.register lastName': [hired?.lastName],
    'employees.register licenseNumber': [hired?.details?.licenseNumber, employee?.licenseNumber],
  }
}

/** An RV owner's account. */
async function join(text: string): Promise<ShownTexts> {
  const names = { firstName: nameOf(text), lastName: nameOf(text) }
  const owner = await signUp(app, `${randomUUID()}@mail.example`, names)
  const details = await owner.rvOwners.getDetails()
  const who = await owner.me()
  await owner.rvOwners.changeDetails({ firstName: 'Plain', lastName: 'Plain', address: 'Plain' })
  await owner.rvOwners.changeDetails({ ...names, address: text })
  const changed = await owner.rvOwners.getDetails()
  return {
    'rvOwners.confirmSignup firstName': [details.firstName],
    'rvOwners.confirmSignup lastName': [details.lastName],
    'rvOwners.changeDetails firstName': [changed.firstName],
    'rvOwners.changeDetails lastName': [changed.lastName],
    'rvOwners.changeDetails address': [changed.address],
    name: ['name' in who ? who.name : '', `${nameOf(text).trim()} ${nameOf(text).trim()}`],
  }
}

/** A ticket from creation to completion. */
async function work(text: string): Promise<ShownTexts> {
  const desk = app.as('dana')
  const technician = app.as('rosa')
  const { rosa: id } = app.ids
  const vin = sharedVin(`NASTY-${NASTY.indexOf(text) + 1}`)
  await desk.companies.change({ companyName: nameOf(text), companyAddress: text })
  const mine = await desk.companies.mine()
  const plain = { firstName: 'Plain', lastName: 'Name', licenseNumber: '1' }
  await desk.employees.change({ id, ...plain })
  await desk.employees.change({ id, firstName: nameOf(text), lastName: nameOf(text), licenseNumber: text })
  const changed = (await desk.employees.list()).find(employee => employee.id === id)
  const profile = await technician.employees.mine()

  const customer = { ...june.customerDetails, firstName: nameOf(text), lastName: nameOf(text), address: text }
  const rig = { ...june.customerRV, vin, make: text, model: text }
  const priced = { quantity: 1, description: text, perPartAmount: 1 }
  const { ticketId } = await desk.tickets.create({
    customerDetails: customer,
    customerRV: rig,
    jobs: [{ problem: text, estimatedTime: 1, parts: [priced] }],
  })
  await desk.tickets.assign({ ticketId, employeeId: id })
  const { sessionId } = await technician.tickets.clockIn({ ticketId, jobNumber: 1 })
  await desk.approvals.request({ ticketId, jobNumbers: [1], note: text })
  const [asked] = (await desk.approvals.get({ ticketId })).lines
  const [clock] = (await desk.clocks.list()).running
  await technician.tickets.clockOut({ ticketId, jobNumber: 1 })
  await desk.clocks.correct({ ticketId, sessionId, reason: text })
  const handedOver = { ticketId, jobNumber: 1, label: text, text, reason: text, tappedAt: app.now }
  const { handOverId } = await technician.bay.handOver(handedOver)
  const handOver = (await desk.bay.handOvers()).handOvers.find(one => one.handOverId === handOverId)
  await desk.bay.settleHandOver({ handOverId })
  const created = await desk.tickets.get({ ticketId })
  const { jobNumber } = await desk.tickets.addJob({ ticketId, problem: text, parts: [priced] })
  await desk.tickets.changeJob({
    ticketId,
    jobNumber: 1,
    problem: 'Plain',
    cause: 'Plain',
    correction: 'Plain',
  })
  await desk.tickets.changeJob({ ticketId, jobNumber: 1, problem: text, cause: text, correction: text })
  const sublet = { supplier: text, reference: text }
  const { partId } = await desk.tickets.addPart({ ticketId, ...priced, sublet })
  const [, withJob, part] = (await desk.tickets.get({ ticketId })).parts
  await desk.tickets.changePart({ ticketId, partId, description: 'Plain', sublet: null })
  await desk.tickets.changePart({ ticketId, partId, description: text, sublet })
  const { vin: __, ...described } = rig
  await desk.tickets.changeDetails({
    ticketId,
    customerDetails: { firstName: 'Plain', lastName: 'Plain', address: 'Plain' },
    customerRV: { make: 'Plain', model: 'Plain' },
  })
  await desk.tickets.changeDetails({
    ticketId,
    customerRV: described,
    customerDetails: { firstName: nameOf(text), lastName: nameOf(text), address: text },
  })
  const ticket = await desk.tickets.get({ ticketId })
  const customerId = ticket.customerId ?? ''
  await desk.customers.change({ customerId, firstName: 'Plain', lastName: 'Plain', address: 'Plain' })
  await desk.customers.change({
    customerId,
    ...{ firstName: nameOf(text), lastName: nameOf(text), address: text, note: text },
    companyName: nameOf(text),
  })
  const record = await desk.customers.get({ customerId })
  const card = (await desk.tickets.board()).active.cards.find(one => one.ticketId === ticketId)
  const planned = (await desk.schedule.week({})).entries.find(one => one.card.ticketId === ticketId)
  const lines = (await desk.tickets.activity({ ticketId })).entries
  const declinedId = await app.createBooking()
  await desk.tickets.decline({ ticketId: declinedId, reason: text })
  const declined = await desk.bookings.get({ ticketId: declinedId })
  const closedId = await app.createTicket()
  await desk.tickets.close({ ticketId: closedId, reason: 'no-show', note: text })
  const closed = await desk.tickets.get({ ticketId: closedId })
  const linkToken = await createLinkFor(app, ticketId)
  const { client: follower } = await customerOfLink(app, linkToken)
  await follower.customerView.post({ token: linkToken, text })
  await desk.messages.post({ ticketId, text })
  await desk.onHold.set({ ticketId, reason: 'part', note: text })
  const heard = (await desk.messages.list({ ticketId })).messages
  const read = (await follower.customerView.listMessages({ token: linkToken })).messages
  const followed = await follower.customerView.get({ token: linkToken })
  const unseen = (await desk.messages.listUnread()).tickets.find(one => one.ticketId === ticketId)
  // The list is limited, and the next text must be in it too.
  await desk.messages.markRead({ ticketId })
  // Searching for such text breaks nothing, found or not.
  await desk.tickets.list({ q: text })
  await app.as('visitor').companies.list({ q: text.slice(0, 100).toWellFormed() })
  const pool = await desk.rigs.get({ vin })
  const file = JSON.parse(await (await app.fetch('/api/company/export', { as: 'dana' })).text())
  const taken = file.ticketManager.activeServiceTickets[ticketId]
  const [line] = (await follower.customerView.listApprovals({ token: linkToken })).lines
  const answer = { requestId: line?.requestId ?? '', jobNumber: 1, version: line?.version ?? '' }
  await follower.customerView.answerLine({
    token: linkToken,
    ...answer,
    answer: 'approved',
    typedName: nameOf(text),
  })
  const [approved] = (await desk.tickets.get({ ticketId })).jobs
  const [asApproved] = (await desk.approvals.get({ ticketId })).lines
  const byPhone = { ticketId, jobNumber: 1, version: asApproved?.version ?? '', name: nameOf(text) }
  await desk.approvals.recordAnswer({ ...byPhone, answer: 'approved', again: true })
  const [approvedByPhone] = (await desk.approvals.get({ ticketId })).lines
  await desk.preferences.change({ asksForSignatures: true })
  const signing = { typedName: nameOf(text), strokes: null }
  const { toSign: estimate } = await follower.customerView.get({ token: linkToken })
  const [dropOff] = (await desk.signatures.list({ ticketId })).toSign
  await follower.customerView.sign({ token: linkToken, version: estimate?.version ?? '', ...signing })
  await desk.signatures.take({ ticketId, version: dropOff?.version ?? '', ...signing })
  const inBay = { ticketId, occasion: 'work-done' as const, jobs: [{ jobNumber: 1, problem: text }] }
  await desk.signatures.takeInBay({ ...inBay, ...signing })
  const { signatures } = await desk.signatures.list({ ticketId })
  await desk.preferences.change({ listsComponents: true, recordsWalkarounds: true })
  await desk.walkarounds.record({ ticketId, damage: [text] })
  const { walkaround } = await desk.walkarounds.get({ ticketId })
  const typedComponent = { name: text, place: text, maker: text, model: text, serial: text }
  const { componentId } = await desk.components.add({ ticketId, kind: 'other', ...typedComponent })
  const [added] = (await desk.components.list({ ticketId })).components
  await desk.components.correct({ ticketId, componentId, kind: 'other', ...typedComponent })
  const [corrected] = (await desk.components.list({ ticketId })).components
  await desk.components.add({ ticketId, kind: 'furnace' })
  const signedAt = (occasion: Occasion) => signatures.find(signature => signature.occasion === occasion)
  const signerOf = (occasion: Occasion) => signedAt(occasion)?.signerName
  const workDone = signedAt('work-done')?.jobLines
  const labelOfText = jobLabel({ jobNumber: 1, problem: text.trim() })
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  const [entry] = (await app.as('visitor').workHistory.get({ vin })).entries
  await desk.tickets.addAddendum({ ticketId, text })
  const token = await createLinkFor(app, ticketId)
  const { client: holder } = await customerOfLink(app, token)
  const held = await holder.customerView.get({ token })
  const complete = await desk.tickets.get({ ticketId })
  await holder.reviews.create({ token, stars: 5, words: text })
  await desk.reviews.answer({ ticketId, words: text })
  // No two entries of the founders' log at the same moment.
  app.now = new Date(app.now.getTime() + 1000)
  const company = { companyUUID: app.ids.dana }
  const founder = app.as('maya').platformAdmin
  const ofReview = { ...company, ticketId, reason: text }
  await founder.removeReview(ofReview)
  const [removal] = (await desk.tickets.activity({ ticketId })).entries
  const gone = (await desk.reviews.mine({ limit: 100 })).reviews.find(one => one.ticketId === ticketId)
  await founder.restoreReview(ofReview)
  const [restoral] = (await desk.tickets.activity({ ticketId })).entries
  const MONTH = { from: '2025-09-01', until: '2025-09-30' }
  await founder.verify({ ...company, ...MONTH, note: text })
  const { month } = await founder.getCompany(company)
  await founder.unverify({ ...company, reason: text })
  const rival = { companyUUID: app.ids.ray, reason: text }
  await founder.suspend(rival)
  const { suspendedBecause } = await founder.getCompany({ companyUUID: app.ids.ray })
  await founder.restore(rival)
  const { reviews } = await desk.reviews.mine({ limit: 100 })
  const review = reviews.find(one => one.ticketId === ticketId)

  const { claim } = await desk.customerLinks.get({ ticketId })
  const owner = app.as('june')
  await owner.rigClaims.claim({ vin, code: claim?.code ?? '' })
  await owner.rigClaims.saveNote({ vin, companyUUID: app.ids.dana, ticketId, kind: 'dispute', words: text })
  const owned = owner.rigComponents
  const listOwned = async () => (await owned.list({ vin })).components
  const { componentId: ownId } = await owned.add({ vin, kind: 'other', ...typedComponent })
  const ownAdded = (await listOwned()).find(each => each.componentId === ownId)
  await owned.correct({ vin, componentId: ownId, kind: 'other', ...typedComponent })
  const ownCorrected = (await listOwned()).find(each => each.componentId === ownId)
  const entryId = (await listOwned()).find(({ kind }) => kind === 'furnace')?.entries[0]?.entryId ?? ''
  await owned.dispute({ vin, entryId, words: text })
  const disputedEntry = (await listOwned()).find(({ kind }) => kind === 'furnace')?.entries[0]
  await owned.withdrawDispute({ vin, entryId })
  const { report } = await owner.rigClaims.createReport({ vin })
  const [visit] = (await owner.rigClaims.get({ vin })).visits
  const bought = await app.as('visitor').rigClaims.getReport({ token: report.path.split('/').at(-1) ?? '' })

  const [disputed] = await desk.tickets.disputes({ ticketId })
  const [seen] = (await founder.listDisputes({})).disputes
  await founder.endClaim({ vin, reason: text })
  await founder.correctVin({ ...ofReview, vin, newVin: sharedVin(`${ticketId}`) })
  const done = (await founder.listAuditEntries({})).entries
  const reasonOf = (verb: string) => done.find(action => action.verb === verb)?.detail?.reason
  const [firstJob, secondJob] = ticket.jobs
  return {
    'companies.change companyName': [mine.companyName, profile.companyName, file.companyDetails.companyName],
    'companies.change companyAddress': [mine.companyAddress],
    'employees.change firstName': [changed?.firstName, ticket.assignedTechs[0]?.firstName],
    'employees.change lastName': [changed?.lastName, ticket.assignedTechs[0]?.lastName],
    'employees.change licenseNumber': [changed?.details?.licenseNumber],
    'tickets.create customerDetails.firstName': [created.customerDetails.firstName],
    'tickets.create customerDetails.lastName': [created.customerDetails.lastName],
    'tickets.create customerDetails.address': [created.customerDetails.address],
    'tickets.create customerRV.make': [created.customerRV.make, pool.make],
    'tickets.create customerRV.model': [created.customerRV.model, pool.model],
    'tickets.create jobs.0.problem': [created.jobs[0]?.problem, clock?.problem],
    'tickets.changeDetails customerDetails.firstName': [
      ticket.customerDetails.firstName,
      card?.firstName,
      planned?.card.firstName,
      taken.customerDetails.firstName,
      followed.firstName,
      unseen?.firstName,
    ],
    'tickets.changeDetails customerDetails.lastName': [ticket.customerDetails.lastName, card?.lastName],
    'tickets.changeDetails customerDetails.address': [ticket.customerDetails.address],
    'customers.change firstName': [record.firstName],
    'customers.change lastName': [record.lastName],
    'customers.change address': [record.address],
    'customers.change companyName': [record.companyName],
    'customers.change note': [record.note],
    'tickets.changeDetails customerRV.make': [ticket.customerRV.make, card?.make],
    'tickets.changeDetails customerRV.model': [ticket.customerRV.model, card?.model],
    'customerView.answerLine typedName': [approved?.approval?.by],
    'customerView.sign typedName': [signerOf('estimate')],
    'signatures.take typedName': [signerOf('drop-off')],
    ...Object.fromEntries(
      Object.entries({
        'components.add': added,
        'components.correct': corrected,
        'rigComponents.add': ownAdded,
        'rigComponents.correct': ownCorrected,
      }).flatMap(([procedure, component]) =>
        (['name', 'place', 'maker', 'model', 'serial'] as const).map(field => [
          `${procedure} ${field}`,
          [component?.[field]],
        ]),
      ),
    ),
    'walkarounds.record damage.0': [walkaround?.damage[0]],
    'signatures.takeInBay typedName': [signerOf('work-done')],
    // It is named in a list, and there cut.
    'signatures.takeInBay jobs.0.problem': [workDone === labelOfText ? text.trim() : workDone],
    'rigComponents.dispute words': [disputedEntry?.dispute?.slice('Furnace: '.length)],
    'approvals.request note': [asked?.request?.note],
    'approvals.recordAnswer name': [approvedByPhone?.request?.spokeWith],
    'tickets.addJob problem': [secondJob?.problem, jobNumber === 2 ? text : 'not the second'],
    'tickets.changeJob problem': [firstJob?.problem, taken.Jobs[1].problem],
    'rigClaims.saveNote words': [
      visit?.notes[0]?.words,
      bought.visits[0]?.notes[0]?.words,
      disputed?.words,
      seen?.words,
    ],
    'tickets.changeJob cause': [visit?.work[0]?.cause, firstJob?.cause, taken.Jobs[1].cause],
    'tickets.changeJob correction': [firstJob?.correction, taken.Jobs[1].correction],
    'tickets.create jobs.0.parts.0.description': [created.parts[0]?.description],
    'tickets.addJob parts.0.description': [withJob?.description],
    'tickets.addPart description': [part?.description],
    'tickets.changePart description': [ticket.parts[2]?.description],
    'tickets.addPart sublet.supplier': [part?.sublet?.supplier],
    'tickets.addPart sublet.reference': [part?.sublet?.reference],
    'tickets.changePart sublet.supplier': [ticket.parts[2]?.sublet?.supplier],
    'tickets.changePart sublet.reference': [ticket.parts[2]?.sublet?.reference],
    'tickets.decline reason': [declined.declineReason],
    'tickets.addAddendum text': [complete.addenda[0]?.text, held.addenda[0]?.text],
    'tickets.close note': [closed.closing?.note],
    'customerView.post text': [heard[0]?.text, read[0]?.text, taken.messages[0].text],
    'messages.post text': [heard[1]?.text, read[1]?.text],
    'onHold.set note': [followed.hold?.note, taken.hold.note],
    'bay.handOver label': [handOver?.label],
    'bay.handOver text': [handOver?.text],
    'bay.handOver reason': [handOver?.reason],
    'clocks.correct reason': [lines.find(({ detail }) => detail?.reason !== undefined)?.detail?.reason],
    'reviews.create words': [review?.words],
    'reviews.answer words': [review?.answer?.words],
    'platformAdmin.verify note': [month?.note],
    'platformAdmin.unverify reason': [reasonOf('company.unverify')],
    'platformAdmin.suspend reason': [suspendedBecause, reasonOf('company.suspend')],
    'platformAdmin.restore reason': [reasonOf('company.restore')],
    'platformAdmin.removeReview reason': [gone?.removed?.because, removal?.detail?.reason],
    'platformAdmin.restoreReview reason': [restoral?.detail?.reason, reasonOf('review.restore')],
    'platformAdmin.endClaim reason': [reasonOf('rig.end-claim')],
    'platformAdmin.correctVin reason': [reasonOf('history.correct-vin')],
    name: [entry?.technician, `${nameOf(text)} ${nameOf(text)}`],
  }
}

/** An import from a spreadsheet, and the rig that it puts on file. */
async function bringAlong(text: string): Promise<ShownTexts> {
  const { imports, rigs } = app.as('dana')
  const serial = randomUUID().replace(/\D/g, '').padEnd(6, '0').slice(0, 6)
  const raw = `1UJBJ0BN0M1${serial}`
  const vin = raw.slice(0, 8) + checkDigit(raw) + raw.slice(9)
  const { importId } = await imports.start({ fileName: text, fileHash: '', rowCount: 1 })
  const person = {
    firstName: nameOf(text),
    lastName: nameOf(text),
    email: `${serial}@mail.example`,
    phone: '',
    address: text,
  }
  const rig = { vin, year: '2021', make: text, model: text, axleAmount: '' as const }
  await imports.addCustomers({ importId, firstRow: 0, rows: [{ ...person, ...rig }] })
  const find = async () => (await imports.list()).find(run => run.importId === importId)
  await expect.poll(async () => (await find())?.state, { timeout: 10_000 }).toBe('done')
  const onFile = await rigs.get({ vin })
  return {
    'imports.start fileName': [(await find())?.fileName],
    'imports.addCustomers rows.0.firstName': [onFile.customer?.firstName],
    'imports.addCustomers rows.0.lastName': [onFile.customer?.lastName],
    'imports.addCustomers rows.0.address': [onFile.customer?.address],
    'imports.addCustomers rows.0.make': [onFile.make],
    'imports.addCustomers rows.0.model': [onFile.model],
  }
}

/** Employees and past work from spreadsheets. */
async function bringPeopleAndWork(text: string): Promise<ShownTexts> {
  const { imports, employees } = app.as('dana')
  const importOne = async (kind: 'employees' | 'work', send: (importId: string) => Promise<unknown>) => {
    const { importId } = await imports.start({ kind, fileName: 'a.csv', fileHash: '', rowCount: 1 })
    await send(importId)
    const find = async () => (await imports.list()).find(run => run.importId === importId)
    await expect.poll(async () => (await find())?.state, { timeout: 10_000 }).toBe('done')
  }
  const email = `${randomUUID()}@mail.example`
  const person = {
    ...importedPerson,
    firstName: nameOf(text),
    lastName: nameOf(text),
    email,
    licenseNumber: text,
  }
  await importOne('employees', importId => imports.addEmployees({ importId, firstRow: 0, rows: [person] }))
  const registered = (await employees.list()).find(({ details }) => details?.email === email)
  const vin = randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase()
  const job = {
    ...{
      ...importedJob,
      vin,
      invoice: text,
      make: text,
      model: text,
      firstName: nameOf(text),
      lastName: nameOf(text),
    },
    ...{ complaint: text, cause: text, correction: text, parts: text, technician: nameOf(text) },
  }
  await importOne('work', importId => imports.addVisits({ importId, firstRow: 0, rows: [{ jobs: [job] }] }))
  const [entry] = (await app.as('visitor').workHistory.get({ vin })).entries
  const ticket = await app.as('dana').tickets.get({ ticketId: entry?.ticketId ?? 0 })
  const [line] = ticket.jobs
  return {
    'imports.addEmployees rows.0.firstName': [registered?.firstName],
    'imports.addEmployees rows.0.lastName': [registered?.lastName],
    'imports.addEmployees rows.0.licenseNumber': [registered?.details?.licenseNumber],
    'imports.addVisits rows.0.jobs.0.make': [ticket.customerRV.make],
    'imports.addVisits rows.0.jobs.0.model': [ticket.customerRV.model],
    'imports.addVisits rows.0.jobs.0.firstName': [ticket.customerDetails.firstName],
    'imports.addVisits rows.0.jobs.0.lastName': [ticket.customerDetails.lastName],
    'imports.addVisits rows.0.jobs.0.complaint': [line?.problem],
    'imports.addVisits rows.0.jobs.0.cause': [line?.cause],
    'imports.addVisits rows.0.jobs.0.correction': [line?.correction],
    'imports.addVisits rows.0.jobs.0.parts': [ticket.parts[0]?.description],
    'imports.addVisits rows.0.jobs.0.technician': [entry?.technician],
  }
}

/** Days on which a company is closed. */
async function closeDays(text: string): Promise<ShownTexts> {
  const { bookings } = app.as('dana')
  const day = addDays(dayOf(app.now, 'UTC'), 300)
  await bookings.addClosedDays({ firstDay: day, lastDay: day, reason: text })
  const { closedDays } = await bookings.getRules()
  return { 'bookings.addClosedDays reason': closedDays.map(({ reason }) => reason) }
}

/** A day that was promised, and moved. */
async function movePromisedDay(text: string): Promise<ShownTexts> {
  const { preferences, promisedDays } = app.as('dana')
  await preferences.change({ promisesDays: true })
  const ticketId = await app.createTicket()
  const today = dayOf(app.now, 'UTC')
  const monday = addDays(today, 15 - weekdayOf(today))
  await promisedDays.promise({ ticketId, day: monday })
  await promisedDays.promise({ ticketId, day: addDays(monday, 1), reason: text })
  const { promises } = await promisedDays.get({ ticketId })
  return { 'promisedDays.promise reason': [promises[1]?.reason] }
}

/** The bays of a shop, of which one is renamed. */
async function nameServiceBays(text: string): Promise<ShownTexts> {
  const { serviceBays } = app.as('dana')
  const { serviceBayId } = await serviceBays.add({ name: text })
  const namesOf = async () => (await serviceBays.list()).map(({ name }) => name)
  const added = await namesOf()
  await serviceBays.rename({ serviceBayId, name: 'Bay 1' })
  await serviceBays.rename({ serviceBayId, name: text })
  const renamed = await namesOf()
  await serviceBays.remove({ serviceBayId })
  return { 'serviceBays.add name': added, 'serviceBays.rename name': renamed }
}

/** Vendors, of which one is changed, and a part that is ordered and received. */
async function orderPart(text: string): Promise<ShownTexts> {
  const { vendors, purchaseOrders } = app.as('dana')
  const named = { name: text, accountNumber: text, terms: text }
  const { vendorId } = await vendors.add(named)
  const shown = async () => (await vendors.list()).find(vendor => vendor.vendorId === vendorId)
  const added = await shown()
  await vendors.change({ vendorId, name: 'Vendor 1' })
  await vendors.change({ vendorId, ...named })
  const changed = await shown()
  const part = { vendorId, quantity: 1, cost: 1, description: text, partNumber: text }
  const { orderId, lineId } = await purchaseOrders.addLine(part)
  await purchaseOrders.place({ orderId })
  await purchaseOrders.receive({ orderId, lineId, quantity: 1, place: text })
  const order = (await purchaseOrders.list({})).orders.find(each => each.orderId === orderId)
  const [line] = order?.lines ?? []
  const { returnId } = await purchaseOrders.returnToVendor({ orderId, lineId, quantity: 1, reason: text })
  await purchaseOrders.undoReturn({ orderId, lineId, returnId })
  await purchaseOrders.undoReceipt({ orderId, lineId, quantity: 1, reason: text })
  const details = { freight: null, trackingNumber: text, invoiceNumber: text, invoiceTotal: null }
  await purchaseOrders.changeDetails({ orderId, ...details })
  const undone = (await purchaseOrders.list({})).orders.find(each => each.orderId === orderId)
  await purchaseOrders.close({ orderId })
  await vendors.remove({ vendorId })
  return {
    'vendors.add name': [added?.name],
    'vendors.add accountNumber': [added?.accountNumber],
    'vendors.add terms': [added?.terms],
    'vendors.change name': [changed?.name],
    'vendors.change accountNumber': [changed?.accountNumber],
    'vendors.change terms': [changed?.terms],
    'purchaseOrders.addLine description': [line?.description],
    'purchaseOrders.addLine partNumber': [line?.partNumber],
    'purchaseOrders.receive place': [line?.receipts[0]?.place],
    'purchaseOrders.changeDetails trackingNumber': [undone?.trackingNumber],
    'purchaseOrders.changeDetails invoiceNumber': [undone?.invoiceNumber],
    'purchaseOrders.undoReceipt reason': [undone?.lines[0]?.receipts[1]?.reason],
    'purchaseOrders.returnToVendor reason': [undone?.lines[0]?.vendorReturns[0]?.reason],
  }
}

/** A stock item that is changed, and its movements. */
async function stockPart(text: string): Promise<ShownTexts> {
  const { stock } = app.as('dana')
  const typed = { partNumber: text, description: text, place: text }
  const { stockItemId } = await stock.add({ ...typed, quantity: 1 })
  const shown = async () => (await stock.list()).find(item => item.stockItemId === stockItemId)
  const added = await shown()
  await stock.change({ stockItemId, partNumber: 'Part 1', description: 'Part 1' })
  await stock.change({ stockItemId, ...typed })
  const changed = await shown()
  await stock.receive({ stockItemId, quantity: 1, note: text })
  await stock.scrap({ stockItemId, quantity: 1, note: text })
  await stock.count({ stockItemId, seen: 1, counted: 0, note: text })
  const { movements } = await stock.listMovements({ stockItemId })
  await stock.remove({ stockItemId })
  return {
    'stock.add partNumber': [added?.partNumber],
    'stock.add description': [added?.description],
    'stock.add place': [added?.place],
    'stock.change partNumber': [changed?.partNumber],
    'stock.change description': [changed?.description],
    'stock.change place': [changed?.place],
    'stock.count note': [movements[0]?.note],
    'stock.scrap note': [movements[1]?.note],
    'stock.receive note': [movements[2]?.note],
  }
}

/** Time in the shop that the owner adds, corrects and removes, each with a reason in the log. */
async function correctShopTime(text: string): Promise<ShownTexts> {
  const { shopClock, audit } = app.as('dana')
  const reasonShown = async () => (await audit.list({})).entries[0]?.detail?.reason
  const clockInTime = new Date(app.now.getTime() - 500 * 60 * 60 * 1000)
  const clockOutTime = new Date(clockInTime.getTime() + 60 * 60 * 1000)
  const time = { employeeId: app.ids.rosa, clockInTime, clockOutTime }
  const { sessionId } = await shopClock.add({ ...time, reason: text })
  const added = await reasonShown()
  await shopClock.correct({
    sessionId,
    clockOutTime: new Date(clockOutTime.getTime() - 60_000),
    reason: text,
  })
  const corrected = await reasonShown()
  await shopClock.remove({ sessionId, reason: text })
  return {
    'shopClock.add reason': [added],
    'shopClock.correct reason': [corrected],
    'shopClock.remove reason': [await reasonShown()],
  }
}

/** Days on which a technician is off. */
async function takeTimeOff(text: string): Promise<ShownTexts> {
  const { employees } = app.as('dana')
  const id = app.ids.rosa
  const day = addDays(dayOf(app.now, 'UTC'), 300)
  const { timeOffId } = await employees.addTimeOff({ id, firstDay: day, lastDay: day, reason: text })
  const rosa = (await employees.list()).find(employee => employee.id === id)
  await employees.removeTimeOff({ id, timeOffId })
  return { 'employees.addTimeOff reason': rosa?.timeOff.map(({ reason }) => reason) ?? [] }
}

/** What a technician's name rests on. */
async function enterCertificate(text: string): Promise<ShownTexts> {
  const { employees } = app.as('rosa')
  await employees.setQualification({ sinceYear: 2014, certificates: text })
  const { employee } = await employees.mine()
  return { 'employees.setQualification certificates': [employee?.qualification?.certificates] }
}

/** An appointment that the desk makes. */
async function makeAppointment(text: string): Promise<ShownTexts> {
  const desk = app.as('dana')
  const { ticketId } = await desk.bookings.create({
    problem: text,
    customerDetails: { firstName: nameOf(text), lastName: nameOf(text), phone: '574 555 0177' },
    customerRV: { make: text, model: text },
    where: { place: 'site', address: text, campground: text, siteNumber: text },
    wanted: { day: addDays(dayOf(app.now, 'UTC'), 300), time: '09:30' },
  })
  const { customerDetails, customerRV, jobs } = await desk.tickets.get({ ticketId })
  const { problem, address, campground, siteNumber } = await desk.bookings.get({ ticketId })
  const rig = { vin: 'HOME-9', make: text, model: text, axleAmount: '2' as const, year: '2019' }
  await desk.tickets.checkIn({ ticketId, customerRV: rig, broughtBy: text, keys: text, lot: text })
  const checkedIn = await desk.tickets.get({ ticketId })
  await desk.tickets.changeCheckIn({ ticketId, broughtBy: '', keys: '', lot: '' })
  await desk.tickets.changeCheckIn({ ticketId, broughtBy: text, keys: text, lot: text })
  const { checkIn: changed } = await desk.tickets.get({ ticketId })
  return {
    'bookings.create problem': [jobs[0]?.problem, problem],
    'bookings.create customerDetails.firstName': [customerDetails.firstName],
    'bookings.create customerDetails.lastName': [customerDetails.lastName],
    'bookings.create customerRV.make': [customerRV.make],
    'bookings.create customerRV.model': [customerRV.model],
    'bookings.create where.address': [address],
    'bookings.create where.campground': [campground],
    'bookings.create where.siteNumber': [siteNumber],
    'tickets.checkIn customerRV.make': [checkedIn.customerRV.make],
    'tickets.checkIn customerRV.model': [checkedIn.customerRV.model],
    'tickets.checkIn broughtBy': [checkedIn.checkIn?.broughtBy],
    'tickets.checkIn keys': [checkedIn.checkIn?.keys],
    'tickets.checkIn lot': [checkedIn.checkIn?.lot],
    'tickets.changeCheckIn broughtBy': [changed?.broughtBy],
    'tickets.changeCheckIn keys': [changed?.keys],
    'tickets.changeCheckIn lot': [changed?.lot],
  }
}

/** An invoice, what is paid for it, and a credit note. */
async function bill(text: string): Promise<ShownTexts> {
  const { billing, tickets } = app.as('dana')
  await billing.turnOn()
  await billing.changeSettings({
    ...{ invoicePrefix: text, creditNotePrefix: text, footText: text },
    feePresets: [{ name: text, amount: 1 }],
    laborRates: [{ laborRateId: randomUUID(), name: text, amount: 1 }],
  })
  const settings = await billing.getSettings()
  const rate = { percentage: 7, appliesTo: ['parts' as const] }
  const { taxRateId } = await billing.addTaxRate({ ...rate, name: text })
  const added = (await billing.getSettings()).taxRates[0]?.name
  await billing.changeTaxRate({ ...rate, taxRateId, name: 'Plain' })
  await billing.changeTaxRate({ ...rate, taxRateId, name: text })
  const changed = (await billing.getSettings()).taxRates[0]?.name
  const ticketId = await app.createTicket()
  const paid = { ticketId, amount: 1, method: 'check' as const, reference: text }
  await billing.recordDeposit({ ...paid, received: 0 })
  await tickets.finalize({ ticketId })
  const { invoiceId } = await billing.issueInvoice({
    ticketId,
    discounts: [{ amount: 1, reason: text }],
    trip: { name: text, amount: 1 },
    fees: [{ name: text, amount: 1 }],
    exemption: { certificateNumber: text, expiresOn: '2999-01-01' },
    // 1.25 h at $145.00, and $1.00 more.
    expectedTotal: 182.25,
  })
  await billing.recordPayment({ ...paid, due: 181.25 })
  await billing.refund({ ...paid, received: 2, reason: text })
  const slip = (await billing.getTicket({ ticketId })).entries.find(({ isVoidable }) => isVoidable)
  await billing.voidPayment({ ticketId, entryId: slip?.entryId ?? '', reason: text })
  await billing.issueCreditNote({ ticketId, invoiceId, amount: 1, reason: text })
  const { day, totals } = await billing.getDay({})
  const lines = totals.map(({ method, expected }) => ({ method, expected, counted: expected }))
  await billing.closeDay({ day, lines, note: text })
  const { closes } = await billing.getDay({})
  const { invoices, entries } = await billing.getTicket({ ticketId })
  const [invoice] = invoices
  const lineOf = (kind: string) => invoice?.lines.find(line => line.kind === kind)?.description
  const [deposit, payment, refunded, voided] = entries
  return {
    'billing.changeSettings invoicePrefix': [settings.invoicePrefix],
    'billing.changeSettings creditNotePrefix': [settings.creditNotePrefix],
    'billing.changeSettings footText': [settings.footText, invoice?.footText],
    'billing.changeSettings laborRates.0.name': [settings.laborRates[0]?.name],
    'billing.changeSettings feePresets.0.name': [settings.feePresets[0]?.name],
    'billing.addTaxRate name': [added],
    'billing.changeTaxRate name': [changed],
    'billing.issueInvoice discounts.0.reason': [invoice?.discounts[0]?.reason],
    'billing.issueInvoice trip.name': [lineOf('trip')],
    'billing.issueInvoice fees.0.name': [lineOf('fee')],
    'billing.issueInvoice exemption.certificateNumber': [invoice?.exemption?.certificateNumber],
    'billing.issueCreditNote reason': [invoice?.creditNotes[0]?.reason],
    'billing.recordPayment reference': [payment?.reference],
    'billing.recordDeposit reference': [deposit?.reference],
    'billing.refund reference': [refunded?.reference],
    'billing.refund reason': [refunded?.note],
    'billing.voidPayment reason': [voided?.note],
    'billing.closeDay note': [closes[0]?.note],
  }
}

/** Used exactly, and never shown. */
const NEVER_SHOWN = [
  // What was read, not what is written.
  'walkarounds.record damageSeen.0',
  // Needs the payment service.
  'billing.refundCard reason',
  'customerView.pay token',
  'billing.issueInvoice discounts.0.lineId',
  'billing.issueCreditNote lineIds.0',
  'rvOwners.confirmSignup token',
  'rvOwners.confirmSignup password',
  'rvOwners.deleteAccount password',
  'companies.register password',
  'companies.register emailToken',
  'companies.close password',
  'companyExports.openDownload password',
  'employees.register password',
  'imports.start fileHash',
  'imports.addVisits rows.0.jobs.0.invoice',
  'imports.checkEmployees emails.0',
  'imports.checkVisits keys.0',
  'imports.checkCustomers rows.0.firstName',
  'imports.checkCustomers rows.0.lastName',
  'imports.checkCustomers rows.0.email',
  'imports.checkCustomers rows.0.phone',
  'imports.checkCustomers rows.0.vin',
  'account.confirmEmail token',
  'account.releaseEmail token',
  'bookings.confirm token',
  'customerView.verify token',
  'customerView.verify digits',
  'customerView.markRead token',
  'customerView.post token',
  'reviews.create token',
  'customerView.subscribePush token',
  'customerView.subscribePush endpoint',
  'customerView.subscribePush p256dh',
  'customerView.subscribePush auth',
  'customerView.unsubscribePush token',
  'customerView.unsubscribePush endpoint',
  'customerView.answerLine token',
  'customerView.reschedule token',
  'customerView.cancel token',
  'customerView.answerLine version',
  'customerView.sign token',
  'customerView.sign version',
  'signatures.take version',
  'approvals.recordAnswer version',
  'approvals.recordAnswer phone',
  'approvals.undoAnswer version',
  'tickets.changeJob over.cause',
  'tickets.changeJob over.correction',
]
/** Accepted only if it names a time zone, a page, a date or a year. */
const CHOSEN = [
  'billing.addFee key',
  'billing.dismissFee key',
  'tickets.eraseCustomer names.0',
  'companies.register timeZone',
  'rvOwners.requestSignup to',
  'imports.addVisits rows.0.jobs.0.date',
  'imports.addVisits rows.0.jobs.0.year',
  'tickets.create customerRV.year',
  'bookings.create customerRV.year',
  'tickets.checkIn customerRV.year',
  'tickets.changeDetails customerRV.year',
  'components.add modelYear',
  'components.correct modelYear',
  'rigComponents.add modelYear',
  'rigComponents.correct modelYear',
]

/** The last part of the names of fields for a name. */
const NAME = /(first|last|company|typed)Name$|technician$|recordAnswer name$/

/** The last part of the names of fields whose text has one line. */
const ONE_LINE =
  /((first|last|company|typed|file)Name|licenseNumber|make|model|year|(companyA|a)ddress|campground|siteNumber|broughtBy|keys|lot|label|(components|rigComponents)\.(add|correct) \w+|supplier|reference|recordAnswer name|damage\.0)$/

describe('text is returned as typed', () => {
  const expectUnchanged = (typed: string, { name, ...texts }: ShownTexts): void => {
    for (const [field, values] of Object.entries(texts)) {
      const text = NAME.test(field) ? nameOf(typed) : typed
      const expected = ONE_LINE.test(field) ? line(10_000).parse(text) : text.trim()
      expect([field, values]).toEqual([field, values.map(() => expected)])
    }
    if (name !== undefined) expect(name[0]).toBe(line(10_000).parse(name[1]))
    expect(app.loggedErrors).toEqual([])
  }

  test('for every text field of the contract', async () => {
    const typed = {
      ...(await register('Plain words')),
      ...(await join('Plain words')),
      ...(await work('Plain words')),
      ...(await bringAlong('Plain words')),
      ...(await bringPeopleAndWork('Plain words')),
      ...(await closeDays('Plain words')),
      ...(await nameServiceBays('Plain words')),
      ...(await movePromisedDay('Plain words')),
      ...(await orderPart('Plain words')),
      ...(await stockPart('Plain words')),
      ...(await correctShopTime('Plain words')),
      ...(await takeTimeOff('Plain words')),
      ...(await enterCertificate('Plain words')),
      ...(await makeAppointment('Plain words')),
      ...(await bill('Plain words')),
    }
    expectUnchanged('Plain words', typed)
    const covered = [...Object.keys(typed), ...NEVER_SHOWN, ...CHOSEN]
    expect(free.map(({ field }) => field).filter(field => !covered.includes(field))).toEqual([])
  })

  const every = isLongRound ? 1 : 8
  test.each(NASTY.filter((_, index) => index % every === 0))('%j on a ticket', async typed =>
    expectUnchanged(typed, await work(typed)),
  )

  // Hashing passwords takes long.
  const some = NASTY.filter((_, index) => index % (every === 1 ? 6 : 24) === 0)
  test.each(some)('%j of a company and an employee', async typed =>
    expectUnchanged(typed, await register(typed)),
  )
  test.each(some)('%j of an RV owner', async typed => expectUnchanged(typed, await join(typed)))
})
