// The few names of WebAssembly that the encoder needs: @types/node 20 leaves them to the DOM library.
export const { Memory, Module, Instance, validate } = globalThis.WebAssembly;
//# sourceMappingURL=webassembly.js.map