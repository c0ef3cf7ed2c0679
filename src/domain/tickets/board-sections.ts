// The dashboard's four sections, in the order in which work goes through them (specification 2).

export const SECTIONS = ['pending', 'active', 'approval', 'completed'] as const
