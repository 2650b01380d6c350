/** A start that cannot succeed; its message is one line that says what to do. */
export class StartError extends Error {}
