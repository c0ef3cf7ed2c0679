/** Text as a pattern for LIKE that matches it literally; `%` may be put around it. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
