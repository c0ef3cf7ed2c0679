import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'

type NoPermissionProps = { sentence?: string; next?: ReactNode; action?: ReactNode }

/** Says what the user may not do and who can change that. */
export function NoPermission(props: NoPermissionProps) {
  const {
    sentence = 'Your account doesn’t have access to this page.',
    next = 'Ask your company’s owner if you need it.',
    action,
  } = props
  return <EmptyState icon={IconLock} sentence={sentence} next={next} action={action} />
}
