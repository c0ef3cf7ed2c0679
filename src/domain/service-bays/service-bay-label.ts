/** A bay as people read it: `Bay 2` also for one whose name is `2`. */
export const serviceBayLabel = (name: string): string => (/^\d+$/.test(name) ? `Bay ${name}` : name)
