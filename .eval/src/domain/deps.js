export const UNCOUNTED = { observationsStored: () => { }, answerStored: () => { } };
//# sourceMappingURL=deps.js.map