export * from './tools/recall-policy.js'
export { memoryGetTool, type MemoryGetAnswer } from './tools/get-tool.js'
export { showInvisible } from './tools/enclose.js'
export * from './tools/recall-policy.js'
export { memoryRecallTool, type MemoryRecallAnswer, type MemoryRecallResult } from './tools/recall-tool.js'
export {
  memoryForgetTool,
  memoryRememberTool,
  type MemoryForgetAnswer,
  type MemoryRememberAnswer,
  type ToolRecord,
} from './tools/record-tools.js'
export { memorySessionTool, type MemorySessionAnswer, type ToolSession } from './tools/session-tool.js'
export { staleNote, type MemorySearchResult } from './tools/search-text.js'
export { memorySearchTool, type MemorySearchAnswer } from './tools/search-tool.js'
export {
  jsonSchemaOf,
  optional,
  readInput,
  required,
  type JsonSchema,
  type MemoryTool,
  type ToolAnswer,
  type ToolEffect,
} from './tools/tool.js'
export { latestContext, recalledContext } from './tools/recalled-context.js'
export { withinBudget, type Budgeted } from './tools/fit-answer.js'
export { redactSecrets } from './indexer/looks-secret.js'
export { readEntry as readTranscriptLine } from './readers/read-session.js'
export { countTokens } from '@recallite/chunker/counting'
