import { Page } from '#web/ui/page.tsx'

export function WorkHistoryPage() {
  return <Page title="Work History" />
}
