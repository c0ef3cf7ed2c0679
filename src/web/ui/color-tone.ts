/** The six tones of theme.css. Their meanings are defined where they are used. */
export type ColorTone = 'slate' | 'pine' | 'amber' | 'lake' | 'plum' | 'brick'
