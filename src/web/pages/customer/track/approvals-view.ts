// What a customer is asked, and has answered, as their link tells it.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'

export type QuestionsView = InferContractRouterOutputs<Contract>['follow']['questions']
export type QuestionView = QuestionsView['lines'][number]
