import { lazyValidation } from '#web/api/validate-with-contract.ts'

export const loadTicketValidation = lazyValidation(() => import('./ticket-validation.ts'))
