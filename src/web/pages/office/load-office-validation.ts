import { lazyValidation } from '#web/api/validate-with-contract.ts'

export const loadOfficeValidation = lazyValidation(() => import('./office-validation.ts'))
