import { Page } from '#web/ui/page.tsx'

/** Where those who run the platform do what only they may. */
export const FoundersPage = () => <Page title="Founders" />
