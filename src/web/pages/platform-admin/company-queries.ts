import type { api } from '#web/api/client.ts'

export type SeenCompany = Awaited<ReturnType<typeof api.founders.company.call>>
