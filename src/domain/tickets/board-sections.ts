// The dashboard's four sections, in the order of work (specification 2).

export const BOARD_SECTIONS = ['pending', 'active', 'approval', 'completed'] as const
