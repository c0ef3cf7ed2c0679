/** The six paints of theme.css. What each one means is decided where the words are known. */
export type ColorTone = 'slate' | 'pine' | 'amber' | 'lake' | 'plum' | 'brick'
