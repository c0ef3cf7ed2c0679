/** A pattern for LIKE that matches texts that contain `part` literally. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`
