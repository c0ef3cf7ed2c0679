import { Page } from '#web/ui/page.tsx'

export function HomePage() {
  return <Page title="Home" />
}
