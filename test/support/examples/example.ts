// How each procedure and route is called, and what it answers whom. The examples stand in the features; their tests are
// src/server/app/router.test.ts, test/integration/tenancy and test/integration/citus.

import { randomUUID } from 'node:crypto'
import type { ProcedureName, RouteName } from '#contract/index.ts'
import { createLinkFor } from '../customer-fixtures.ts'
import type { MemberName } from '../test-app.ts'
import { imageFile, type SecretFixtures } from './secret-fixtures.ts'

/**
 * `technician` is assigned to the ticket, `other` is a colleague who is not, `rival` owns another company; `rvOwner`
 * and `founder` have no company.
 */
export const CALLERS = [
  'visitor',
  'unaffiliated',
  'flagless',
  'technician',
  'other',
  'writer',
  'owner',
  'rival',
  'rvOwner',
  'founder',
] as const
export type Caller = (typeof CALLERS)[number]

const ok = 'ok'
const sign = 'UNAUTHORIZED'
const no = 'FORBIDDEN'
const none = 'NOT_FOUND'
const refused = 'REFUSED'
type Outcome = typeof ok | typeof sign | typeof no | typeof none | typeof refused

/** In the order of CALLERS. */
export type Outcomes = readonly Outcome[]

export const SIGNED_IN: Outcomes = [sign, no, ok, ok, ok, ok, ok, ok, ok, ok]
export const ANYONE: Outcomes = [ok, ok, ok, ok, ok, ok, ok, ok, ok, ok]
export const STAFF: Outcomes = [sign, no, ok, ok, ok, ok, ok, ok, no, no]
export const EMPLOYEES: Outcomes = [sign, no, ok, ok, ok, ok, no, no, no, no]
export const OWN_DESK: Outcomes = [sign, no, no, no, no, ok, ok, ok, no, no]
export const OWN_BOARD: Outcomes = [sign, no, no, ok, ok, ok, ok, ok, no, no]
/** Of what Bluebonnet has turned on, and no other company. */
export const OWN_BOARD_WHERE_ON: Outcomes = [sign, no, no, ok, ok, ok, ok, refused, no, no]
export const OWN_OFFICE: Outcomes = [sign, no, no, no, no, no, ok, ok, no, no]
/** On a Bluebonnet ticket assigned to Rosa. */
export const DESK: Outcomes = [sign, no, no, no, no, ok, ok, none, no, no]
export const BAY: Outcomes = [sign, no, no, ok, none, ok, ok, none, no, no]
export const OFFICE: Outcomes = [sign, no, no, no, no, no, ok, none, no, no]
/** Whatever the ticket: it may be another’s by now. */
export const TECHNICIANS: Outcomes = [sign, no, no, ok, ok, no, no, no, no, no]
export const RV_OWNER: Outcomes = [sign, no, no, no, no, no, no, no, ok, ok]
/** For an RV owner's own rigs and tickets; others are not found. */
export const JUNES: Outcomes = [sign, no, no, no, no, no, no, no, ok, none]
/** A founder's account stays. */
export const DELETABLE: Outcomes = [sign, no, no, no, no, no, no, no, ok, refused]
const FOUNDERS: Outcomes = [sign, no, no, no, no, no, no, no, no, ok]
/** By a ticket's link, whose question none of them has answered. */
const UNANSWERED: Outcomes = CALLERS.map(() => refused)
/** The operator of the app has set up no cards. */
export const WITHOUT_CARDS: Outcomes = [sign, no, no, no, no, no, refused, refused, no, no]

/**
 * `public`: the same for everyone. `pool`: facts about rigs that all desks share. `own`: responses about the actor's
 * own company. `posted`: what anyone sends to a company's desk, or to a mailbox. `by-id`: one thing of one company.
 * `by-hand`: authentication, links and streams, which have their own tests. `founders`: about all companies, for
 * founders only.
 */
export type EndpointKind = 'public' | 'pool' | 'own' | 'posted' | 'by-id' | 'by-hand' | 'founders'

/** The whole input, what is in the path included. */
export type Input = Readonly<Record<string, unknown>>

export type Call = {
  readonly input: Input
  readonly form?: FormData
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

export type Example = {
  readonly kind: EndpointKind
  /** What a procedure answers. */
  readonly outcomes: Outcomes
  /** The user who succeeds. */
  readonly insider: MemberName
  /** A command that is no entry in a log. */
  readonly isUnlogged?: true
  /** Sets up a state in which an allowed caller succeeds; returns a new call for each request. */
  readonly prepare: (shop: SecretFixtures) => Promise<() => Promise<Call>>
}

export type Examples = Readonly<{ [Name in ProcedureName | RouteName]?: Example }>

type PrepareInput = (shop: SecretFixtures) => Input | Promise<Input>

const INSIDERS: readonly (readonly [Caller, MemberName])[] = [
  ['owner', 'dana'],
  ['technician', 'rosa'],
  ['rvOwner', 'june'],
  ['founder', 'maya'],
]

const insiderOf = (outcomes: Outcomes): MemberName =>
  INSIDERS.find(([caller]) => outcomes[CALLERS.indexOf(caller)] === ok)?.[1] ?? 'dana'

const exampleOf =
  (kind: EndpointKind) =>
  (outcomes: Outcomes, prepare: Input | PrepareInput = {}): Example => ({
    kind,
    outcomes,
    insider: insiderOf(outcomes),
    prepare: async shop => {
      const input = typeof prepare === 'function' ? await prepare(shop) : prepare
      return async () => ({ input })
    },
  })

export const own = exampleOf('own')
export const inPool = exampleOf('pool')
export const byHand = exampleOf('by-hand')
export const byId = exampleOf('by-id')
export const open = (prepare: Input | PrepareInput = {}) => exampleOf('public')(ANYONE, prepare)
export const forFounders = (prepare: Input | PrepareInput = {}) => exampleOf('founders')(FOUNDERS, prepare)

/** With another input each time. */
export const renewed = (example: Example, inputOf: PrepareInput): Example => ({
  ...example,
  prepare: async shop => async () => ({ input: await inputOf(shop) }),
})

export type OnTicket = (shop: SecretFixtures, ticketId: number) => Promise<unknown>

/** On a full ticket of Bluebonnet's, after `before`. */
export const onTicket = (outcomes: Outcomes, input: Input = {}, before: OnTicket = async () => {}) =>
  byId(outcomes, async shop => {
    const ticketId = await shop.ticket()
    await before(shop, ticketId)
    return { ticketId, ...input }
  })

/** By a ticket's link. */
export const byLink = (input: Input = {}, outcomes: Outcomes = UNANSWERED) =>
  byHand(outcomes, async ({ app }) => ({
    token: await createLinkFor(app, await app.createTicket('rosa')),
    ...input,
  }))

/** What anyone sends, another each time. */
export const posted = (inputOf: PrepareInput) => renewed(exampleOf('posted')(ANYONE), inputOf)

/** With a file: what `prepare` returns is the call. */
export const withFile = (
  kind: EndpointKind,
  prepare: (shop: SecretFixtures) => Promise<() => Promise<Call>>,
  insider: MemberName = 'dana',
): Example => ({ kind, outcomes: [], insider, prepare })

/** A form with an image in this field. */
export async function imageFormOf(field: string): Promise<FormData> {
  const form = new FormData()
  form.append(field, new Blob([await imageFile()]), 'image.png')
  return form
}

/** One piece that is the whole photo. */
export async function wholePiece(input: Input): Promise<Call> {
  const bytes = await imageFile()
  return {
    input: { ...input, size: bytes.length },
    bytes,
    headers: { 'Content-Type': 'application/octet-stream', 'Upload-Offset': '0' },
  }
}

export const freshEmail = () => `${randomUUID()}@mail.example`

export const finalized: OnTicket = ({ app }, ticketId) => app.as('dana').tickets.finalize({ ticketId })

export async function completed(shop: SecretFixtures, ticketId: number): Promise<void> {
  await finalized(shop, ticketId)
  await shop.app.as('dana').tickets.complete({ ticketId })
}

/** Completes a ticket of Bluebonnet's, and June claims its rig. */
export async function claimOf(shop: SecretFixtures, vin: string, ticketId: number): Promise<void> {
  await completed(shop, ticketId)
  const { app, addSecret } = shop
  const code = (await app.as('dana').customerLinks.get({ ticketId })).claim?.code ?? ''
  addSecret(code)
  await app.as('june').rigClaims.claim({ vin, code })
}

export const turnOnBilling = ({ app }: SecretFixtures): Promise<unknown> => app.as('dana').billing.turnOn()

export async function issueInvoice(shop: SecretFixtures, ticketId: number) {
  await turnOnBilling(shop)
  await finalized(shop, ticketId)
  const { billing, tickets } = shop.app.as('dana')
  const expectedTotal = (await tickets.get({ ticketId })).totals?.totalBalance ?? 0
  return billing.issueInvoice({ ticketId, expectedTotal })
}
