import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as any reader of JSON would.
let document: any
beforeAll(async () => {
  app = await createTestApp()
  document = await (await app.fetch('/api/openapi.json')).json()
})
afterAll(() => app.close())

const routesIn = (branch: object): string[] =>
  Object.values(branch).flatMap(below => {
    if (!isContractProcedure(below)) return routesIn(below)
    const { method, path } = below['~orpc'].route
    return [`${method} ${path}`]
  })

const IMAGES = ['customer-image', 'rig-image'].map(image => `/tickets/{ticketId}/${image}`)
const UPLOAD_PATHS = [
  ...['PUT', 'DELETE'].flatMap(method => ['/company/image', ...IMAGES].map(path => `${method} ${path}`)),
  ...IMAGES.map(path => `GET /images${path}`),
  'GET /images/company_images/{companyUUID}',
  'GET /images/tickets/{ticketId}/photos/{photoId}',
  'GET /images/follow/{token}/photos/{photoId}',
  'GET /my/rigs/{vin}/photos/{companyUUID}/{photoId}/{size}',
  'GET /rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}',
  'POST /tickets/{ticketId}/jobs/{jobNumber}/photos',
  'POST /companies/{companyId}/bookings',
  'DELETE /tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}',
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
    expect(document).toMatchObject({ info: { title: 'Rigwright', version: '1' }, servers: [{ url: '/api' }] })
  })

  test('has every procedure of the contract, login, logout, the streams, the export, PDFs and images, and nothing else', () => {
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual(
      [
        ...routesIn(contract),
        'POST /auth/sign-in/email',
        'POST /auth/sign-out',
        'GET /live',
        'GET /live/directory',
        'GET /live/follow/{token}',
        'GET /company/export',
        'GET /tickets/{ticketId}/document.pdf',
        'GET /follow/{token}/document.pdf',
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

test('the API page lists every operation', async () => {
  const answer = await app.fetch('/api/docs')
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  const page = await answer.text()
  for (const [name] of operations()) expect(page).toContain(`<code>${name.replace(' ', ' /api')}</code>`)
})
