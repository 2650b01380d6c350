// What goes wrong between this service and a model server, in words that may be logged and shown.
/**
 * The message is one line that this project wrote. No `cause` is kept: the errors of fetch and JSON.parse
 * quote what they choked on, which may be the key or a user's words.
 */
export class ModelFault extends Error {
    kind;
    /** The HTTP status, when that is what was wrong. */
    status;
    constructor(kind, message, status = null) {
        super(message);
        this.name = 'ModelFault';
        this.kind = kind;
        this.status = status;
    }
}
export const nonsense = (message) => new ModelFault('nonsense', message);
export function faultOfStatus(status) {
    if (status === 429)
        return new ModelFault('rate_limited', 'the model server answered 429', status);
    if (status === 408)
        return new ModelFault('timeout', 'the model server answered 408', status);
    const kind = status >= 500 ? 'unreachable' : 'refused';
    return new ModelFault(kind, `the model server answered ${status}`, status);
}
//# sourceMappingURL=model-fault.js.map