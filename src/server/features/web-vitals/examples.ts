import { type Examples, open } from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'webVitals.report': { ...open({ route: '/dashboard', LCP: 900 }), isUnlogged: true },
}
