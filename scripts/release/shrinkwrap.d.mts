export function shrinkwrapOf(lock: { packages: Record<string, object> }): { packages: Record<string, object> }
