import type { api } from '#web/api.ts'

export type SeenCompany = Awaited<ReturnType<typeof api.founders.company.call>>
