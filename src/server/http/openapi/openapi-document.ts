// The REST API as an OpenAPI 3.1 document and as an HTML page.

import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { html } from 'hono/html'
import { contract } from '#contract/index.ts'
import { AUTH_PATHS } from './auth-paths.ts'
import { PDF_PATHS } from './pdf-paths.ts'
import { UPLOAD_PATHS } from './upload-paths.ts'

const INTRODUCTION = `Log in with \`POST /api/auth/sign-in/email\` (\`{email, password}\`): the response sets a session
cookie; its \`set-auth-token\` header is the same session for scripts, sent as \`Authorization: Bearer …\`.
Money is in dollars with at most two decimals, times are ISO 8601 in UTC, hours are decimals.
Send an \`Idempotency-Key\` header (a UUID you create) with a command to retry it safely.
Errors are \`{code, message, fields?, obstacles?, retryAfterSeconds?, requestId}\`.`

const STREAM_RESPONSE = {
  200: {
    description: 'Server-sent events, `heartbeat` every 15 seconds; `Last-Event-ID` resumes.',
    content: { 'text/event-stream': {} },
  },
}

const STREAM_PATHS = {
  '/live': {
    get: {
      summary: 'Stream the changes in your company',
      tags: ['Live'],
      operationId: 'live',
      responses: STREAM_RESPONSE,
    },
  },
  '/live/directory': {
    get: {
      summary: 'Stream the changes in the public list of companies',
      tags: ['Live'],
      operationId: 'liveDirectory',
      responses: STREAM_RESPONSE,
    },
  },
  '/live/follow/{token}': {
    get: {
      summary: 'Stream the changes of a link’s ticket: each event says only that something changed',
      tags: ['Live'],
      operationId: 'liveFollow',
      parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'Server-sent events without ids, `heartbeat` every 15 seconds.',
          content: { 'text/event-stream': {} },
        },
        404: { description: 'The link does not exist.' },
        409: { description: 'The link’s question is not answered, or the link is turned off or expired.' },
      },
    },
  },
} satisfies OpenAPI.PathsObject

const CALENDAR_PATHS = {
  '/follow/{token}/appointment.ics': {
    get: {
      summary: 'Get the accepted appointment of a link as a calendar file',
      tags: ['Customer'],
      operationId: 'linkAppointment',
      parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'The file (RFC 5545).', content: { 'text/calendar': {} } },
        404: { description: 'The link does not exist, or its ticket has no accepted appointment.' },
        409: { description: 'The link’s question is not answered, or the link is turned off or expired.' },
      },
    },
  },
} satisfies OpenAPI.PathsObject

const EXPORT_PATHS = {
  '/company/export': {
    get: {
      summary: 'Export all data of your company as one JSON file',
      tags: ['Companies'],
      operationId: 'exportCompany',
      responses: {
        200: { description: 'The file, streamed.', content: { 'application/json': {} } },
        401: { description: 'Not logged in.' },
        403: { description: 'Only the owner may do this.' },
      },
    },
  },
} satisfies OpenAPI.PathsObject

let documentPromise: Promise<OpenAPI.Document> | undefined

/** The OpenAPI 3.1 document, built on the first call. */
export function buildOpenApiDocument(): Promise<OpenAPI.Document> {
  documentPromise ??= new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
    .generate(contract, {
      info: { title: 'Rigwright', version: '1', description: INTRODUCTION },
      servers: [{ url: '/api' }],
    })
    .then(document => ({
      ...document,
      paths: {
        ...AUTH_PATHS,
        ...document.paths,
        ...CALENDAR_PATHS,
        ...EXPORT_PATHS,
        ...PDF_PATHS,
        ...UPLOAD_PATHS,
        ...STREAM_PATHS,
      },
    }))
  return documentPromise
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

function listOperations({ paths = {} }: OpenAPI.Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap(method => {
      const operation = methods?.[method]
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path: `/api${path}`, operation }]
    }),
  )
}

const schemaOf = (operation: OpenAPI.OperationObject): string => {
  const body = operation.requestBody
  const schema = body !== undefined && 'content' in body ? Object.values(body.content)[0]?.schema : undefined
  return schema === undefined ? '' : JSON.stringify(schema, null, 2)
}

/** An HTML page that lists every operation. */
export async function renderApiPage() {
  const document = await buildOpenApiDocument()
  const rows = listOperations(document).map(({ method, path, operation }) => {
    const schema = schemaOf(operation)
    return html`<section>
      <h2><code>${method} ${path}</code></h2>
      <p>${operation.summary ?? ''}</p>
      ${schema === '' ? '' : html`<details><summary>Request body</summary><pre>${schema}</pre></details>`}
    </section>`
  })
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Rigwright API</title>
        <link rel="stylesheet" href="/api-page.css" />
      </head>
      <body>
        <main>
          <h1>Rigwright API</h1>
          ${INTRODUCTION.split('\n').map(line => html`<p>${line}</p>`)}
          <p>Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
          ${rows}
        </main>
      </body>
    </html>`
}
