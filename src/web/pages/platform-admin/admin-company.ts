import type { api } from '#web/api/client.ts'

export type AdminCompany = Awaited<ReturnType<typeof api.platformAdmin.getCompany.call>>
