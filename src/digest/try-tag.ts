export async function serveTrial(..._a: unknown[]): Promise<void> {}
