// The WebAssembly types that the encoder needs; @types/node 20 leaves them to the DOM library.

export type SharedMemory = {
  readonly buffer: SharedArrayBuffer
  grow(pages: number): number
}

type WebAssemblyApi = {
  Memory: new (descriptor: { initial: number; maximum: number; shared: true }) => SharedMemory
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (
    module: object,
    imports: { env: { memory: SharedMemory } },
  ) => { readonly exports: Record<string, unknown> }
  validate(bytes: Uint8Array<ArrayBuffer>): boolean
}

export const { Memory, Module, Instance, validate } = (
  globalThis as unknown as { WebAssembly: WebAssemblyApi }
).WebAssembly
