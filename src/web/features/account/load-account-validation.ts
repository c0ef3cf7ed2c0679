import { lazyValidation } from '#web/api/validate-with-contract.ts'

export const loadAccountValidation = lazyValidation(() => import('./account-validation.ts'))
