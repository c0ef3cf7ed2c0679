// Tests tenant isolation on every path and method of the OpenAPI document, over REST and RPC. The calling file
// decides which layers are active.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROCEDURES, type ProcedureName } from '#contract/index.ts'
import { inputInCents } from '#server/rpc/dollars.ts'
import { ENDPOINT_CASES, type EndpointRequest } from '../../support/examples/endpoint-cases.ts'
import type { EndpointKind } from '../../support/examples/example.ts'
import { createSecretFixtures, type SecretFixtures } from '../../support/examples/secret-fixtures.ts'
import { send } from '../../support/examples/send-request.ts'
import { exportsEnd } from '../../support/exports-end.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { isLongRound } from '../../support/test-round.ts'
import { changedRows, changedRowsOfOthers, type RowHashes, rowsIn } from './changed-rows.ts'
import { createUnauthorizedActors, RIVAL_OWNER, type UnauthorizedActor } from './unauthorized-actors.ts'

const procedures = new Set(Object.keys(PROCEDURES))

type ApiOperation = { readonly operationId: string }
type ApiDocument = { readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> }

/** Tables that a visitor's requests to a company write to. */
const POSTED = [
  'booking',
  'ticket',
  'ticket_search',
  'company_customer',
  'owner_notice',
  'job',
  'photo',
  'email_outbox',
  'ticket_link',
  'change_log',
  'company_version',
]

/** Both call the same procedures by the same pipeline, which `src/server/app/pipeline.test.ts` shows. */
const PROTOCOLS = isLongRound ? (['REST', 'RPC'] as const) : (['REST'] as const)
type Protocol = 'REST' | 'RPC'

/** `before` may disable a layer once the data is there. */
export function testEveryEndpoint(before: (client: pg.Client) => Promise<unknown> = async () => {}): void {
  let app: TestApp
  let shop: SecretFixtures
  let client: pg.Client
  let outsiders: UnauthorizedActor[]
  let operations: ReadonlyMap<string, string>

  beforeAll(async () => {
    app = await createTestApp()
    const { paths } = (await (await app.fetch('/api/openapi.json')).json()) as ApiDocument
    operations = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]): [string, string] => [
          `${method.toUpperCase()} ${path}`,
          operationId,
        ]),
      ),
    )
    shop = await createSecretFixtures(app)
    outsiders = await createUnauthorizedActors(app)
    client = new pg.Client(app.connection)
    await client.connect()
    await before(client)
  })
  afterAll(async () => {
    await client.end()
    await app.close()
  })

  /** Null for what the typed contract does not have. */
  async function call(
    face: Protocol,
    name: string,
    ask: EndpointRequest,
    { cookie }: UnauthorizedActor,
  ): Promise<Response | null> {
    if (face === 'REST') return send(app, name, ask, { headers: { cookie } })
    const procedure = operations.get(name) ?? ''
    if (!procedures.has(procedure)) return null
    const { inputSchema } = PROCEDURES[procedure as ProcedureName]['~orpc']
    return app.fetch(`/rpc/${procedure.replaceAll('.', '/')}`, {
      method: 'POST',
      headers: { cookie },
      json: { json: inputInCents(inputSchema, { ...ask.at, ...ask.query, ...ask.json }) },
    })
  }

  /** Sends the request, and returns the problems of the response. */
  async function errorsOf(
    face: Protocol,
    name: string,
    kind: EndpointKind,
    ask: EndpointRequest,
    who: UnauthorizedActor,
  ): Promise<string[]> {
    const answer = await call(face, name, ask, who)
    if (answer === null) return []
    const text = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`
    const isRefused = [401, 403, 404].includes(answer.status)
    // What a company has not turned on is refused.
    const isOff = kind === 'own' && answer.status === 409
    const fits = kind === 'by-id' || kind === 'founders' ? isRefused : isRefused || isOff || answer.ok
    return [
      ...(fits ? [] : [`answers ${answer.status}: ${text}`]),
      ...shop.findSecrets(text).map(secret => `tells ${secret}`),
    ].map(error => `${face}, ${who.name}: ${error}`)
  }

  function rowErrors(
    kind: EndpointKind,
    was: RowHashes,
    is: RowHashes,
    group: readonly UnauthorizedActor[],
  ): string[] {
    const mine = kind === 'own' ? (group[0]?.companyId ?? null) : null
    const places =
      kind === 'by-id' || kind === 'founders' || kind === 'pool'
        ? changedRows(was, is)
        : changedRowsOfOthers(was, is, mine)
    const isPosted = (place: string) => kind === 'posted' && POSTED.includes(place.split(' ')[0] ?? '')
    const who = group.map(({ name }) => name).join(' or ')
    return places.filter(place => !isPosted(place)).map(place => `${who} touched ${place}`)
  }

  test('every path of the OpenAPI document is declared here, and every declared path is in the document', () => {
    expect([...operations.keys()].sort()).toEqual(Object.keys(ENDPOINT_CASES).sort())
    expect([...procedures].filter(name => ![...operations.values()].includes(name))).toEqual([])
  })

  const restricted = Object.entries(ENDPOINT_CASES).filter(([, { kind }]) => kind !== 'by-hand')

  /** In a short round the rival's owner, and of the others every third, another third with each path. */
  const outsidersFor = (name: string): UnauthorizedActor[] => {
    const turn = restricted.findIndex(([other]) => other === name)
    return outsiders.filter(
      (who, index) => isLongRound || who.name === RIVAL_OWNER || (index + turn) % 3 === 0,
    )
  }

  describe.each(restricted)('%s', (name, { kind, insider, prepare }) => {
    test(`(${kind}) reveals and changes nothing of Bluebonnet’s for others, and works for its own users`, async () => {
      const ask = await prepare(shop)
      const errors: string[] = []
      // What an earlier request started or ended is made or deleted in the background.
      await exportsEnd(app.database, app.now)
      let was = await rowsIn(client)
      const others = outsidersFor(name).filter(({ isFounder }) => kind !== 'founders' || !isFounder)
      // Only what is of the actor's own company may change its rows.
      const companyOf = (who: UnauthorizedActor) => (kind === 'own' ? who.companyId : null)
      for (const companyId of new Set(others.map(companyOf))) {
        const group = others.filter(who => companyOf(who) === companyId)
        for (const who of group)
          for (const face of PROTOCOLS) errors.push(...(await errorsOf(face, name, kind, await ask(), who)))
        const is = await rowsIn(client)
        errors.push(...rowErrors(kind, was, is, group))
        was = is
      }
      expect(errors).toEqual([])
      // The same request by an allowed user: the refusals above were only for the actor.
      const own = await send(app, name, await ask(), { as: insider })
      expect([own.ok, own.ok ? '' : await own.text()]).toEqual([true, ''])
      await own.body?.cancel()
      expect(app.loggedErrors).toEqual([])
    })
  })
}
