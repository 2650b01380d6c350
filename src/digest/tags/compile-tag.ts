export type CompiledTag = unknown
