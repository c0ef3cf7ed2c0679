/** Where a run's data comes from: a database tree, or a spreadsheet of customers and rigs, employees or past work. */
export type ImportSource = 'tree' | 'customers' | 'employees' | 'work'

export type ImportState = 'running' | 'done' | 'failed' | 'undone'

/** What a run brings. */
export type ImportedKind = 'company' | 'employee' | 'ticket' | 'customer' | 'rig' | 'history'
