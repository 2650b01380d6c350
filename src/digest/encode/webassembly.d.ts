// The few names of WebAssembly that the kernel needs: @types/node 20 leaves them to the DOM library.
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number })
    readonly buffer: ArrayBuffer
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>)
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>)
    readonly exports: Record<string, unknown>
  }
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean
}
