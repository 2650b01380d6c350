export async function rematchStep(..._a: unknown[]): Promise<boolean> { return false }
