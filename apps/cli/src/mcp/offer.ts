import {
  memoryGetTool,
  memoryRecallPrompt,
  memorySearchTool,
  type CitationOptions,
  type Memory,
  type MemoryTool,
} from '@recallite/core'

/** What a memory must do to be served. */
export type ServedMemory = Pick<Memory, 'search' | 'get' | 'listRoots' | 'listDocuments'>

/** What a server offers its clients. */
export interface Offer {
  readonly version: string
  readonly tools: readonly MemoryTool<object>[]
  /** What a client's system prompt should say; empty where there are no tools. */
  readonly instructions: string
  /** Whose documents are resources; undefined where memory is switched off. */
  readonly memory: ServedMemory | undefined
}

/** Offers a memory: its tools, its documents, and what a system prompt should say of them. */
export function offerMemory(memory: ServedMemory, version: string, citing: CitationOptions): Offer {
  const tools = [memorySearchTool(memory, citing), memoryGetTool(memory)]
  const names = tools.map(({ name }) => name)
  return { version, tools, instructions: memoryRecallPrompt({ tools: names, ...citing }), memory }
}

/** Offers nothing, for a memory that is switched off: a client that starts it anyway sees no tools, and no failure. */
export function offerNothing(version: string): Offer {
  return { version, tools: [], instructions: '', memory: undefined }
}
