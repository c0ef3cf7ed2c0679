import { vi } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { byId, type Examples, OFFICE, OWN_OFFICE, own } from '../../../../test/support/examples/example.ts'
import type { SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

/** A finished export of Bluebonnet's, and the token of its download. */
async function finishedExport({ app }: SecretFixtures) {
  const { companyExports } = app.as('dana')
  const { exportId } = await companyExports.start()
  const { url } = await vi.waitFor(() => companyExports.openDownload({ exportId, password: PASSWORD }), {
    timeout: 20_000,
    interval: 500,
  })
  return { exportId, token: new URL(url, app.url).searchParams.get('token') ?? '' }
}

export const examples: Examples = {
  exportCompany: own(OWN_OFFICE),
  'companyExports.get': own(OWN_OFFICE),
  'companyExports.start': own(OWN_OFFICE),
  'companyExports.openDownload': byId(OFFICE, async shop => {
    const { exportId } = await finishedExport(shop)
    return { exportId, password: PASSWORD }
  }),
  downloadCompanyExport: byId(OFFICE, finishedExport),
}
