import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { PROCEDURES } from '#contract/index.ts'
import { version } from '#contract/version.ts'
import { inputInCents } from '#server/rpc/dollars.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { exampleOf, type JsonSchema } from './examples.ts'

let app: TestApp
// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as any reader of JSON would.
let document: any
beforeAll(async () => {
  app = await createTestApp()
  document = await (await app.fetch('/api/openapi.json')).json()
})
afterAll(() => app.close())

const IMAGES = ['customer-image', 'rig-image'].map(image => `/tickets/{ticketId}/${image}`)
const UPLOAD_PATHS = [
  ...['PUT', 'DELETE'].flatMap(method => ['/company/image', ...IMAGES].map(path => `${method} ${path}`)),
  ...IMAGES.map(path => `GET /images${path}`),
  'GET /images/company_images/{companyUUID}',
  'GET /images/tickets/{ticketId}/photos/{photoId}',
  'GET /images/follow/{token}/photos/{photoId}',
  'GET /my/rigs/{vin}/photos/{companyUUID}/{photoId}/{size}',
  'GET /rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}',
  'GET /follow/{token}/photos.zip',
  'GET /my/rigs/{vin}/visits/{companyUUID}/{ticketId}/photos.zip',
  'POST /tickets/{ticketId}/jobs/{jobNumber}/photos',
  'POST /companies/{companyId}/bookings',
  ...['PUT', 'GET', 'DELETE'].map(method => `${method} /tickets/{ticketId}/parts/{partId}/supplier-bill`),
  ...['PATCH', 'GET', 'DELETE'].map(
    method => `${method} /tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}`,
  ),
  ...['PATCH', 'GET'].map(
    method => `${method} /tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}/hand-over`,
  ),
  'GET /images/hand-overs/{handOverId}/photo',
  ...['PATCH', 'GET'].map(method => `${method} /tickets/{ticketId}/components/{componentId}/plate/{photoId}`),
  'GET /images/tickets/{ticketId}/plates/{photoId}',
]

const operations = (): [string, Record<string, unknown>][] =>
  Object.entries(document.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Record<string, unknown>] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
  )

describe('the OpenAPI document', () => {
  test('is 3.1 and names its server', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document).toMatchObject({ info: { title: 'Rigwright', version }, servers: [{ url: '/api' }] })
  })

  test('has every procedure of the contract, sign-in, the streams, the export, PDFs, images and the server’s own, and nothing else', () => {
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual(
      [
        ...Object.values(PROCEDURES).map(({ '~orpc': { route } }) => `${route.method} ${route.path}`),
        'POST /auth/sign-in/email',
        'POST /auth/sign-out',
        'GET /health',
        'GET /openapi.json',
        'GET /docs',
        'GET /live',
        'GET /live/account',
        'GET /live/directory',
        'GET /live/follow/{token}',
        'GET /company/export',
        'GET /company/exports/{exportId}/file',
        'GET /purchase-orders/{orderId}/document.pdf',
        'GET /tickets/{ticketId}/document.pdf',
        'GET /follow/{token}/document.pdf',
        'GET /tickets/{ticketId}/invoices/{invoiceId}/document.pdf',
        'GET /tickets/{ticketId}/payments/{entryId}/document.pdf',
        'GET /follow/{token}/invoices/{invoiceId}/document.pdf',
        'GET /follow/{token}/payments/{entryId}/document.pdf',
        'GET /stock/labels.pdf',
        'GET /follow/{token}/appointment.ics',
        'POST /auth/request-password-reset',
        'POST /auth/reset-password',
        'POST /auth/change-password',
        ...['enable', 'verify-totp', 'verify-backup-code', 'disable', 'generate-backup-codes'].map(
          step => `POST /auth/two-factor/${step}`,
        ),
        'GET /auth/passkey/generate-register-options',
        'POST /auth/passkey/verify-registration',
        'GET /auth/passkey/generate-authenticate-options',
        'POST /auth/passkey/verify-authentication',
        'POST /auth/passkey/delete-passkey',
        ...UPLOAD_PATHS,
      ].sort(),
    )
  })

  test.each([
    'POST /companies',
    'GET /companies',
    'GET /company',
    'GET /employees',
    'POST /employees',
    'DELETE /employees/{id}',
    'GET /tickets',
    'POST /tickets',
    'GET /tickets/{ticketId}',
    ...['accept', 'decline', 'ask-approval', 'approve', 'finalize', 'reopen', 'complete'].map(
      verb => `POST /tickets/{ticketId}/${verb}`,
    ),
    'PUT /tickets/{ticketId}/technician',
    'DELETE /tickets/{ticketId}/technician',
    'POST /tickets/{ticketId}/parts',
    'PATCH /tickets/{ticketId}/parts/{partId}',
    'DELETE /tickets/{ticketId}/parts/{partId}',
    'PATCH /tickets/{ticketId}/jobs/{jobNumber}',
    'POST /tickets/{ticketId}/jobs/{jobNumber}/approve-time',
    'GET /work-history/{vin}',
  ])('has %s', name => {
    expect(operations().map(([operation]) => operation)).toContain(name)
  })

  test('gives every operation a summary, a unique id, a response, and a parameter for each placeholder in its path', () => {
    const all = operations()
    expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(all.length)
    for (const [name, operation] of all) {
      expect(operation.summary, name).toMatch(/^[A-Z]/)
      expect(
        Object.keys(operation.responses as object).some(status => /^2\d\d$/.test(status)),
        name,
      ).toBe(true)
      const holes = [...name.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole)
      const parameters = (operation.parameters ?? []) as { in: string; name: string; required?: boolean }[]
      const inPath = parameters.filter(parameter => parameter.in === 'path')
      expect(inPath.map(parameter => parameter.name).sort(), name).toEqual(holes.sort())
      expect(
        inPath.every(parameter => parameter.required),
        name,
      ).toBe(true)
    }
  })

  test('has no dangling references', () => {
    const points = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, to = '']) => to)
    for (const to of points) {
      const found = to
        .split('/')
        .reduce((at, step) => at?.[step.replace(/~1/g, '/').replace(/~0/g, '~')], document)
      expect(found, to).toBeDefined()
    }
  })

  test('declares money as a number of dollars', () => {
    const part =
      document.paths['/tickets/{ticketId}/parts'].post.requestBody.content['application/json'].schema
    expect(JSON.stringify(part)).toMatch(/"perPartAmount":\{[^}]*"type":"number"/)
  })
})

describe('an error is as the document says', () => {
  const CASES: readonly [string, () => Promise<Response>][] = [
    ['get /tickets', () => app.fetch('/api/tickets')],
    ['get /employees', () => app.fetch('/api/employees', { as: 'rosa' })],
    ['get /tickets/{ticketId}', () => app.fetch('/api/tickets/999999', { as: 'dana' })],
    ['post /tickets', () => app.fetch('/api/tickets', { as: 'dana', method: 'POST', json: {} })],
    [
      'post /tickets/{ticketId}/approve',
      async () =>
        app.fetch(`/api/tickets/${await app.createTicket()}/approve`, { as: 'dana', method: 'POST' }),
    ],
    [
      'post /auth/sign-in/email',
      () =>
        app.fetch('/api/auth/sign-in/email', {
          method: 'POST',
          json: { email: 'a@b.example', password: 'x' },
        }),
    ],
    ['get /health', () => app.fetch('/api/health', { method: 'POST' })],
    [
      'post /tickets',
      () =>
        app.fetch('/api/tickets', {
          as: 'dana',
          method: 'POST',
          headers: { 'Content-Type': 'text/plain' },
          body: 'x',
        }),
    ],
  ]
  const follow = (part: { $ref?: string }) =>
    part.$ref === undefined
      ? part
      : part.$ref
          .slice(2)
          .split('/')
          .reduce((at, step) => at[step], document)

  test.each(CASES)('of %s', async (name, ask) => {
    const [method = '', path = ''] = name.split(' ')
    const { responses } = document.paths[path][method]
    const answer = await ask()
    const body = (await answer.json()) as object
    const { content } = follow(responses[answer.status] ?? responses.default)
    const schema = follow(content['application/json'].schema)
    expect(z.fromJSONSchema(schema).safeParse(body).error).toBeUndefined()
    for (const field of Object.keys(body)) expect(Object.keys(schema.properties)).toContain(field)
  })

  test('declares 415 for every JSON body', () => {
    for (const [name, { requestBody, responses }] of operations() as [string, Record<string, object>][])
      if (JSON.stringify(requestBody ?? {}).includes('"application/json":'))
        expect([name, Object.keys(responses ?? {})]).toEqual([name, expect.arrayContaining(['415'])])
  })

  test('without a field for what is wrong with the whole body', async () => {
    const ask = async (body: { json?: object }) =>
      (await app.fetch('/api/tickets', { as: 'dana', method: 'POST', ...body })).json()
    for (const body of [{}, { json: [] }])
      expect(await ask(body)).toMatchObject({ code: 'INVALID', message: 'Send a JSON object.', fields: {} })
  })

  test('with Retry-After where waiting helps', () => {
    for (const name of ['TooMany', 'ServiceUnavailable'])
      expect(Object.keys(document.components.responses[name].headers)).toEqual(['Retry-After'])
  })
})

test('every command over REST takes an Idempotency-Key, and streams that resume a Last-Event-ID', () => {
  const with_ = (parameter: string) =>
    operations()
      .filter(([, { parameters }]) => JSON.stringify(parameters ?? []).includes(`/parameters/${parameter}`))
      .map(([name]) => name)
      .sort()
  expect(with_('Last-Event-ID')).toEqual(['GET /live', 'GET /live/directory'])
  const commands = operations()
    .map(([name]) => name)
    // The key of a photo in pieces is in its path.
    .filter(name => !/^GET | \/auth\/|^PATCH .*\/(?:photos|plate)\//.test(name))
  expect(with_('Idempotency-Key')).toEqual(commands.sort())
})

test('the streams of changes say what their data is, in the form that is sent', async () => {
  const schemaOf = (path: string) =>
    document.paths[path].get.responses[200].content['text/event-stream'].schema
  for (const [path, name] of [
    ['/live', 'CompanyChange'],
    ['/live/directory', 'DirectoryChange'],
  ] as const) {
    expect(schemaOf(path)).toMatchObject({
      contentMediaType: 'application/json',
      contentSchema: { $ref: `#/components/schemas/${name}` },
    })
    const kinds = document.components.schemas[name].anyOf ?? document.components.schemas[name].oneOf
    expect(JSON.stringify(kinds)).toContain('"reset"')
  }
})

test('operations that need no session say so', () => {
  const isPublic = (name: string) =>
    JSON.stringify(operations().find(([operation]) => operation === name)?.[1].security) === '[]'
  for (const name of ['GET /companies', 'POST /companies', 'GET /work-history/{vin}', 'GET /follow/{token}'])
    expect(isPublic(name), name).toBe(true)
  for (const name of [
    'GET /tickets',
    'PATCH /company',
    'GET /founders/companies',
    'POST /auth/change-password',
    'POST /auth/sign-out',
    'POST /auth/passkey/delete-passkey',
  ])
    expect(isPublic(name), name).toBe(false)
  expect(document.security).toEqual([{ token: [] }, { session: [] }])
})

test('every operation says who may call it', () => {
  for (const [name, { description }] of operations())
    expect(description, name).toMatch(/(^|\. )Allowed for [^.]+\.$/)
  const ends = (name: string) =>
    document.paths[name.split(' ')[1] ?? ''][name.split(' ')[0] ?? ''].description
  expect(ends('post /tickets')).toBe('Allowed for company owners and service writers.')
  expect(ends('get /tickets/{ticketId}')).toBe(
    'Allowed for company owners, service writers, and technicians (for tickets that they work on).',
  )
  expect(ends('post /tickets/{ticketId}/jobs/{jobNumber}/photos')).toBe(
    'Allowed for company owners, service writers, and technicians (for tickets that they work on).',
  )
  expect(ends('post /tickets/{ticketId}/ask-approval')).toBe(
    'Allowed for company owners, service writers, and technicians (for tickets assigned to them).',
  )
  expect(ends('get /companies')).toBe('Allowed for anyone.')
  expect(ends('get /follow/{token}/ticket')).toBe('Allowed for anyone who has the link.')
  expect(ends('post /auth/change-password')).toBe('Allowed for everyone who is logged in.')
})

describe('the example of a body', () => {
  const BODIES = Object.values(PROCEDURES).map(({ '~orpc': { inputSchema, route } }) => {
    return [`${route.method} ${route.path}`, inputSchema as z.ZodType] as const
  })

  test.each(BODIES)('of %s is accepted', (name, schema) => {
    const [method = '', path = ''] = name.split(' ')
    const { requestBody, parameters = [] } = document.paths[path][method.toLowerCase()]
    if (requestBody === undefined) return
    const inPath = parameters.filter((parameter: { in?: string }) => parameter.in === 'path')
    const ids = inPath.map((parameter: { name: string; schema: JsonSchema }) => [
      parameter.name,
      exampleOf(parameter.schema, {}, parameter.name),
    ])
    const input = { ...requestBody.content['application/json'].example, ...Object.fromEntries(ids) }
    expect(schema.safeParse(inputInCents(schema, input)).error).toBeUndefined()
  })
})

test('the API page lists every operation', async () => {
  const answer = await app.fetch('/api/docs')
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  const page = await answer.text()
  for (const [name] of operations()) expect(page).toContain(`<code>${name.replace(' ', ' /api')}</code>`)
})
