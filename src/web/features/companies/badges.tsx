import { IconRosetteDiscountCheck, IconThumbUp } from '@tabler/icons-react'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'

export const TrustedBadge = () => <StateBadge word="Trusted" icon={IconThumbUp} tone="amber" />
export const VerifiedBadge = () => <StateBadge word="Verified" icon={IconRosetteDiscountCheck} tone="pine" />
