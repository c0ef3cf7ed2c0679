import { useHydrated } from '@tanstack/react-router'

/**
 * Whether this page was opened over plain http, where browsers give no camera, notifications, passkeys, location or
 * service workers. The server assumes that it was not.
 */
export const useNeedsHttps = (): boolean => useHydrated() && !isSecureContext
