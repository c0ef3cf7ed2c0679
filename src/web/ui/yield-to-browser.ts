/** Lets the browser respond between long tasks. */
export const yieldToBrowser = (): Promise<void> => new Promise(resolve => setTimeout(resolve))
