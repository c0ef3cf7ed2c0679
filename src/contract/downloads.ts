// Data for the Downloads page: the Android app, and the export of everything that a company has.

import * as z from 'zod'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { json, noParams, route, sharedLimit } from './procedure/route.ts'
import { currentPassword, uuid } from './shared-schemas.ts'

const procedure = proceduresTagged('Companies')

const androidAppFile = z.object({
  url: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Whether it is the operator's file instead of the bundled one. */
  isCustom: z.boolean(),
})

export const downloads = {
  androidApp: procedure({ permission: 'download.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/downloads/android-app',
      summary: 'Get the Android customer app’s availability, size and SHA-256',
      tags: ['Downloads'],
    })
    .output(z.object({ file: androidAppFile.nullable() })),
}

const companyExport = z.object({
  exportId: uuid,
  /** `expired` once its day is over, or a newer one was started. */
  state: z.enum(['running', 'ready', 'failed', 'expired']),
  requestedAt: z.date(),
  requestedBy: z.string(),
  /** From 0 to 1; null until it is known how much there is. */
  progress: z.number().nullable(),
  /** The size of the archive, once it is ready. */
  bytes: z.number().int().nullable(),
  /** Images that are not in the file store, and so not in the archive. */
  missingImages: z.number().int(),
  expiresAt: z.date().nullable(),
  /** Why it failed, in a sentence. */
  failure: z.string().nullable(),
})

export const companyExports = {
  get: procedure({ permission: 'company.export', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/exports',
      summary: 'Get the latest export of everything that your company has',
    })
    .output(
      z.object({
        export: companyExport.nullable(),
        /** Whether an email says when it is ready: not without a mail server or a confirmed email. */
        isEmailed: z.boolean(),
      }),
    ),
  start: procedure({
    permission: 'company.export',
    rateLimit: rateLimit('server', limit('company', 6, HOUR, 'Each reads all data and images of a company.')),
  })
    .route({
      method: 'POST',
      path: '/company/exports',
      successStatus: 201,
      summary: 'Start an export of everything that your company has, unless one is running',
      description: 'It is made in the background, kept for a day, and replaces the one before.',
    })
    .output(z.object({ exportId: uuid })),
  openDownload: procedure({ permission: 'company.export', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/company/exports/{exportId}/download',
      summary: 'Get the address of a finished export, with your password',
      description: 'It works for ten minutes, only in the session that asked.',
    })
    .input(currentPassword.extend({ exportId: uuid }))
    .output(z.object({ url: z.string() })),
}

const exportLimit = sharedLimit(
  'export',
  rateLimit('server', limit('company', 12, HOUR, 'Each reads all data of a company.')),
)

export const exportRoutes = {
  exportCompany: route({
    method: 'GET',
    path: '/company/export',
    summary: 'Export all data of your company as one JSON file',
    tags: ['Companies'],
    permission: 'company.export',
    rateLimit: exportLimit,
    params: noParams,
    answers: { 200: json(z.object({}), 'The file, streamed.') },
    errors: [401, 403, 429],
  }),
  downloadCompanyExport: route({
    method: 'GET',
    path: '/company/exports/{exportId}/file',
    summary: 'Download a finished export of everything that your company has',
    description: 'At the address from `POST /company/exports/{exportId}/download`.',
    tags: ['Companies'],
    permission: 'company.export',
    rateLimit: exportLimit,
    params: z.object({ exportId: uuid }),
    query: z.object({ token: z.string() }),
    answers: { 200: { description: 'The archive, as it is stored.', type: 'application/gzip' } },
    errors: [400, 401, 403, 404, 409, 429],
  }),
}
