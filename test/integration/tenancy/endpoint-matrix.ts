// The walls, held against every path and method of the OpenAPI document, over REST and over RPC. Which
// of the two walls stands is for the file that calls this.

import { isContractProcedure } from '@orpc/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { openWorld, type World } from '../../support/test-app.ts'
import { type Ask, type Kind, PATHS } from './paths.ts'
import { type Rows, rowsIn, touched, touchedOfOthers } from './rows.ts'
import { openShop, type Shop } from './secret-fixtures.ts'
import { send } from './send.ts'
import { callOutsiders, type Outsider } from './unauthorized-actors.ts'

/** Every name of the typed contract. */
const namesIn = (branch: object, path: readonly string[] = []): string[] =>
  Object.entries(branch).flatMap(([name, below]) =>
    isContractProcedure(below) ? [[...path, name].join('.')] : namesIn(below, [...path, name]),
  )
const procedures = new Set(namesIn(contract))

type Operation = { readonly operationId: string }
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** Where what a stranger puts on a company's desk is written. */
const POSTED = [
  ...['booking', 'ticket', 'ticket_words', 'job', 'photo', 'letter', 'ticket_link'],
  ...['change', 'company_version'],
]

type Face = 'REST' | 'RPC'

/** `before` may take a wall away once the shop is full. */
export function holdAgainstEveryPath(before: (client: pg.Client) => Promise<unknown> = async () => {}): void {
  let world: World
  let shop: Shop
  let client: pg.Client
  let outsiders: Outsider[]
  let operations: ReadonlyMap<string, string>

  beforeAll(async () => {
    world = await openWorld()
    const { paths } = (await (await world.fetch('/api/openapi.json')).json()) as Document
    operations = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]): [string, string] => [
          `${method.toUpperCase()} ${path}`,
          operationId,
        ]),
      ),
    )
    shop = await openShop(world)
    outsiders = await callOutsiders(world)
    client = new pg.Client(world.connection)
    await client.connect()
    await before(client)
  })
  afterAll(async () => {
    await client.end()
    await world.close()
  })

  /** Null for what the typed contract does not have. */
  async function call(face: Face, name: string, ask: Ask, { cookie }: Outsider): Promise<Response | null> {
    if (face === 'REST') return send(world, name, ask, { headers: { cookie } })
    const procedure = operations.get(name) ?? ''
    if (!procedures.has(procedure)) return null
    return world.fetch(`/rpc/${procedure.replaceAll('.', '/')}`, {
      ...{ method: 'POST', headers: { cookie } },
      json: { json: { ...ask.at, ...ask.query, ...ask.json } },
    })
  }

  /** Asks, and says what is wrong with the answer. */
  async function faultsOf(face: Face, name: string, kind: Kind, ask: Ask, who: Outsider): Promise<string[]> {
    const answer = await call(face, name, ask, who)
    if (answer === null) return []
    const text = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`
    const isRefused = [401, 403, 404].includes(answer.status)
    const fits = kind === 'by-id' || kind === 'founders' ? isRefused : isRefused || answer.ok
    return [
      ...(fits ? [] : [`answers ${answer.status}: ${text}`]),
      ...shop.told(text).map(secret => `tells ${secret}`),
    ].map(fault => `${face}, ${who.name}: ${fault}`)
  }

  function rowFaults(kind: Kind, was: Rows, is: Rows, who: Outsider): string[] {
    const mine = kind === 'own' ? who.companyId : null
    const places =
      kind === 'by-id' || kind === 'founders' || kind === 'pool'
        ? touched(was, is)
        : touchedOfOthers(was, is, mine)
    const isPosted = (place: string) => kind === 'posted' && POSTED.includes(place.split(' ')[0] ?? '')
    return places.filter(place => !isPosted(place)).map(place => `${who.name} touched ${place}`)
  }

  test('every path of the document is declared, and every declared path is in the document', () => {
    expect([...operations.keys()].sort()).toEqual(Object.keys(PATHS).sort())
    expect([...procedures].filter(name => ![...operations.values()].includes(name))).toEqual([])
  })

  const walled = Object.entries(PATHS).filter(([, { kind }]) => kind !== 'by-hand')

  describe.each(walled)('%s', (name, { kind, insider, prepare }) => {
    test(`(${kind}) tells nobody what is Bluebonnet’s, changes nothing of theirs, and works for themselves`, async () => {
      const ask = await prepare(shop)
      const faults: string[] = []
      let was = await rowsIn(client)
      const others = kind === 'founders' ? outsiders.filter(({ isFounder }) => !isFounder) : outsiders
      for (const who of others) {
        for (const face of ['REST', 'RPC'] as const)
          faults.push(...(await faultsOf(face, name, kind, await ask(), who)))
        const is = await rowsIn(client)
        faults.push(...rowFaults(kind, was, is, who))
        was = is
      }
      expect(faults).toEqual([])
      // With the very same request: no refusal above was for anything but who asked.
      const own = await send(world, name, await ask(), { as: insider })
      expect([own.ok, own.ok ? '' : await own.text()]).toEqual([true, ''])
      await own.body?.cancel()
      expect(world.faults).toEqual([])
    })
  })
}
