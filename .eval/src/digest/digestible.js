export {};
//# sourceMappingURL=digestible.js.map