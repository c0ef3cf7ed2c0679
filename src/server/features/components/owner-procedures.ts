// What an RV is made of, for the owner who claimed it: they read what companies entered, enter their own, decide whether
// companies read serial numbers, and dispute what is not theirs.

import { randomUUID } from 'node:crypto'
import {
  componentLabel,
  correctedFacts,
  endDayProblem,
  isInstalled,
  MAX_COMPONENT_ENTRIES,
  type RigComponent,
} from '#domain/components/component.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { addNotice } from '#server/features/notices/store.ts'
import { getOwnClaim } from '#server/features/rig-claims/store.ts'
import { assertNoErrors } from '#server/features/rigs/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { command, query } from '#server/rpc/procedures.ts'
import {
  addOwnersEntry,
  deleteDispute,
  getSharing,
  listOwnersComponents,
  type NewOwnersEntry,
  type OwnersEntry,
  saveDispute,
  saveSharing,
} from './owner-store.ts'
import { componentErrorsOf, detailsOf } from './procedures.ts'
import { getInstalled } from './record-store.ts'

const isByOwner = ({ entries }: RigComponent): boolean => entries.some(entry => entry.isByOwner)

export const listRigComponents = query.rigComponents.list.handler(
  async ({ input: { vin }, context: { work } }) => {
    const { claimId } = await getOwnClaim(work, vin)
    const { sharesSerials, sharedComponents } = await getSharing(work, claimId)
    const components = await listOwnersComponents(work, vin)
    return {
      sharesAll: sharesSerials,
      components: components.map(component => ({
        ...component,
        isInstalled: isInstalled(component),
        endedOn: component.endedOn ?? null,
        isByOwner: isByOwner(component),
        isShared: sharesSerials || sharedComponents.includes(component.componentId),
        entries: component.entries.map(entry => ({
          ...entry,
          canDispute: entry.ofCompany !== null,
          isMyDispute: entry.isOwnDispute,
        })),
      })),
    }
  },
)

/** What is known of the rig, for entering something; the day is UTC's, as an account has no time zone. */
async function openOwnRecord(work: UnitOfWork, vin: string) {
  await getOwnClaim(work, vin)
  const components = await listOwnersComponents(work, vin)
  return { components, today: dayOf(work.now, 'UTC') }
}

async function enter(work: UnitOfWork, vin: string, entry: NewOwnersEntry, verb: string) {
  if (!(await addOwnersEntry(work, vin, entry)))
    throw new Refusal([{ code: 'component.too-many', most: MAX_COMPONENT_ENTRIES }])
  await appendPlatformEntry(work, { verb, vin, detail: { component: componentLabel(entry) } })
  return { componentId: entry.componentId }
}

export const addRigComponent = command.rigComponents.add.handler(async ({ input, context: { work } }) => {
  const { vin, replaces, ...typed } = input
  const { components, today } = await openOwnRecord(work, vin)
  const replaced = replaces === undefined ? null : getInstalled(components, replaces)
  const dayProblem = endDayProblem(replaced ?? { installedOn: null }, typed.day, today)
  assertNoErrors(componentErrorsOf(work, typed, dayProblem))
  const { serial, day } = typed
  const entry = {
    ...detailsOf(typed),
    ...{ serial, day, componentId: randomUUID(), replaces: replaces ?? null },
    how: 'entered',
  } as const
  return enter(work, vin, entry, 'rig.add-component')
})

export const correctRigComponent = command.rigComponents.correct.handler(
  async ({ input, context: { work } }) => {
    const { vin, componentId, ...typed } = input
    const { components, today } = await openOwnRecord(work, vin)
    const component = getInstalled(components, componentId)
    assertNoBlockers(isByOwner(component) ? [] : [{ code: 'component.by-company' }])
    const { entered, cleared } = correctedFacts(component, typed)
    const { serial, day } = entered
    assertNoErrors(componentErrorsOf(work, typed, endDayProblem({ installedOn: null }, day, today)))
    const known = { ...detailsOf(typed), componentId, replaces: null }
    if (cleared !== null)
      await addOwnersEntry(work, vin, {
        ...known,
        ...{ serial: cleared.serial, day: cleared.day, how: 'cleared' },
      })
    return enter(work, vin, { ...known, serial, day, how: 'corrected' }, 'rig.correct-component')
  },
)

export const removeRigComponent = command.rigComponents.remove.handler(
  async ({ input, context: { work } }) => {
    const { vin, componentId, day } = input
    const { components, today } = await openOwnRecord(work, vin)
    const component = getInstalled(components, componentId)
    const problem = endDayProblem(component, day, today)
    assertNoErrors(problem === null ? {} : { day: problem })
    const { kind, name, place, maker, model, modelYear, serial } = component
    const known = { componentId, kind, name, place, maker, model, modelYear, serial }
    await enter(work, vin, { ...known, day, how: 'removed', replaces: null }, 'rig.remove-component')
    return { done: true }
  },
)

export const shareRigComponents = command.rigComponents.share.handler(
  async ({ input, context: { work } }) => {
    const { vin, componentId, isShared } = input
    const { claimId } = await getOwnClaim(work, vin)
    const before = await getSharing(work, claimId)
    if (componentId === undefined) await saveSharing(work, claimId, { ...before, sharesSerials: isShared })
    else {
      const components = await listOwnersComponents(work, vin)
      if (!components.some(component => component.componentId === componentId)) throw notFound(NOT_ON_RECORD)
      const others = before.sharedComponents.filter(id => id !== componentId)
      const sharedComponents = isShared ? [...others, componentId] : others
      await saveSharing(work, claimId, { ...before, sharedComponents })
    }
    await appendPlatformEntry(work, { verb: isShared ? 'rig.share-serials' : 'rig.unshare-serials', vin })
    return { done: true }
  },
)

const NOT_ON_RECORD = 'This component is not on record of your rig.'

/** What a company entered, if the owner may read it. */
async function getCompanyEntry(work: UnitOfWork, vin: string, entryId: string) {
  const { claimId } = await getOwnClaim(work, vin)
  const entries = (await listOwnersComponents(work, vin)).flatMap(component => component.entries)
  const entry = entries.find(each => each.entryId === entryId)
  const { ofCompany: companyUuid = null, ticketId = null } = entry ?? {}
  if (entry === undefined || companyUuid === null || ticketId === null) throw notFound(NOT_ON_RECORD)
  return { claimId, entry, key: { vin, companyUuid, ticketId, entryId } }
}

/** What is disputed, before what the owner writes about it. */
function subjectOf(entry: OwnersEntry): string {
  const { serial } = entry
  return `${componentLabel(entry)}${serial === null || serial === '' ? '' : `, serial ${serial}`}`
}

export const disputeComponentEntry = command.rigComponents.dispute.handler(
  async ({ input, context: { work } }) => {
    const { vin, entryId } = input
    const { claimId, entry, key } = await getCompanyEntry(work, vin, entryId)
    const { companyUuid: companyUUID, ticketId } = key
    const words = `${subjectOf(entry)}: ${input.words}`
    const isNew = await saveDispute(work, claimId, key, words)
    await appendPlatformEntry(work, { verb: 'rig.dispute', vin, companyUUID, ticketId })
    if (!isNew) return { done: true }
    work.enterCompany(companyUUID)
    const { timeZone } = await getCompany(work)
    await addNotice(work, { ticketId, content: { kind: 'dispute', vin, words } }, timeZone)
    return { done: true }
  },
)

export const withdrawComponentDispute = command.rigComponents.withdrawDispute.handler(
  async ({ input: { vin, entryId }, context: { work } }) => {
    const { claimId, key } = await getCompanyEntry(work, vin, entryId)
    const { companyUuid: companyUUID, ticketId } = key
    const { numDeletedRows } = await deleteDispute(work, claimId, key)
    if (numDeletedRows === 0n) throw notFound('Your dispute was already removed.')
    await appendPlatformEntry(work, { verb: 'rig.remove-dispute', vin, companyUUID, ticketId })
    return { done: true }
  },
)
