// The dashboard's four sections, in the order in which work goes through them (specification 2).

export const BOARD_SECTIONS = ['pending', 'active', 'approval', 'completed'] as const
