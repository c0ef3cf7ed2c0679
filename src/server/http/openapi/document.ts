// The REST face described: an OpenAPI 3.1 document, and the same as a page for people.

import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { html } from 'hono/html'
import { contract } from '#contract/index.ts'
import { AUTH_PATHS } from './auth.ts'
import { DOCUMENT_PATHS } from './documents.ts'
import { UPLOAD_PATHS } from './uploads.ts'

const INTRODUCTION = `Sign in with \`POST /api/auth/sign-in/email\` (\`{email, password}\`): the answer sets a session
cookie, and its \`set-auth-token\` header is the same session for scripts, sent as \`Authorization: Bearer …\`.
Money is dollars with at most two decimals, times are ISO 8601 in UTC, hours are decimals.
Send an \`Idempotency-Key\` (a UUID of your own) with a command, and sending it again changes nothing.
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
      summary: 'Follow what changes in your company',
      tags: ['Live'],
      operationId: 'live',
      responses: STREAM_RESPONSE,
    },
  },
  '/live/directory': {
    get: {
      summary: 'Follow the public list of companies',
      tags: ['Live'],
      operationId: 'liveDirectory',
      responses: STREAM_RESPONSE,
    },
  },
  '/live/follow/{token}': {
    get: {
      summary: 'Follow the ticket of a link: each event says that something of it changed, and nothing more',
      tags: ['Live'],
      operationId: 'liveFollow',
      parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'Server-sent events without ids, `heartbeat` every 15 seconds.',
          content: { 'text/event-stream': {} },
        },
        404: { description: 'This is no link.' },
        409: { description: 'Its question is not answered, or it shows nothing any more.' },
      },
    },
  },
} satisfies OpenAPI.PathsObject

const EXPORT_PATHS = {
  '/company/export': {
    get: {
      summary: "Take all of your company's own data along, as one JSON file",
      tags: ['Companies'],
      operationId: 'exportCompany',
      responses: {
        200: { description: 'The file; it streams.', content: { 'application/json': {} } },
        401: { description: 'Log in first.' },
        403: { description: 'For the owner alone.' },
      },
    },
  },
} satisfies OpenAPI.PathsObject

let documentPromise: Promise<OpenAPI.Document> | undefined

/** The OpenAPI 3.1 document; made on the first call. */
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
        ...EXPORT_PATHS,
        ...DOCUMENT_PATHS,
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

/** A page that lists every call, for people. */
export async function renderApiPage() {
  const document = await buildOpenApiDocument()
  const rows = listOperations(document).map(({ method, path, operation }) => {
    const schema = schemaOf(operation)
    return html`<section>
      <h2><code>${method} ${path}</code></h2>
      <p>${operation.summary ?? ''}</p>
      ${schema === '' ? '' : html`<details><summary>What it takes</summary><pre>${schema}</pre></details>`}
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
          <p>The whole of it as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
          ${rows}
        </main>
      </body>
    </html>`
}
