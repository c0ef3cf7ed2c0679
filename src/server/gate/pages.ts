// An address that is no page is answered as such. The web's own list is `web/routes.tsx`.

import { pageAt } from '#contract/pages.ts'

export const isPage = (path: string): boolean => pageAt(path) !== null
