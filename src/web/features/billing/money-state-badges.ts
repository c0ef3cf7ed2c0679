// What is owed for a ticket: word, icon and color.

import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconClockDollar,
  IconFileInvoice,
  IconProgress,
} from '@tabler/icons-react'
import type { MoneyState } from '#domain/billing/ledger.ts'
import type { StateBadgeProps } from '#web/ui/feedback/state-badge.tsx'

export const MONEY_STATE_BADGES: Readonly<Record<MoneyState, StateBadgeProps>> = {
  'not-invoiced': { word: 'Not invoiced', icon: IconFileInvoice, tone: 'slate' },
  due: { word: 'Due', icon: IconClockDollar, tone: 'amber' },
  'partly-paid': { word: 'Partly paid', icon: IconProgress, tone: 'lake' },
  overdue: { word: 'Overdue', icon: IconAlertTriangle, tone: 'brick' },
  paid: { word: 'Paid', icon: IconCircleCheck, tone: 'pine' },
  credited: { word: 'Credited', icon: IconArrowBackUp, tone: 'slate' },
}
