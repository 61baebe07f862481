/*
 * What becomes of each setting of OpenClaw's `memory.search`, in the plugin for OpenClaw and in `recallite import`. The README of
 * the plugin has this table, and `openclaw memory status` names the settings of it that are set and ignored.
 */

/** What becomes of a setting of OpenClaw. */
interface Row {
  /** `taken`: it has the meaning that it has in OpenClaw; `adapted`: nearly so; `ignored`: it changes nothing. */
  readonly use: 'taken' | 'adapted' | 'ignored'
  /** What it becomes, or why it is ignored. */
  readonly says: string
}

/** Every setting below `memory.search`, by its key. */
export const memorySearchTable = {
  enabled: { use: 'taken', says: '`enabled`; false: the agent has no memory tools' },
  rememberAcrossConversations: {
    use: 'ignored',
    says: 'OpenClaw allows it to plugins with protected recall alone; name `sessions` among the `sources` instead',
  },
  sources: {
    use: 'taken',
    says: '`memory` is MEMORY.md, USER.md and memory/; `sessions` are the transcripts of the sessions that are not archived',
  },
  'experimental.sessionMemory': {
    use: 'taken',
    says: 'without it `sessions` among the `sources` has no effect',
  },
  extraPaths: { use: 'taken', says: '`extraPaths`, with `pattern` as a glob in the folder' },
  'multimodal.enabled': { use: 'ignored', says: 'texts alone are indexed' },
  'multimodal.modalities': { use: 'ignored', says: 'texts alone are indexed' },
  'multimodal.maxFileBytes': { use: 'ignored', says: 'texts alone are indexed' },
  provider: {
    use: 'adapted',
    says: '`provider` for local, openai, openai-compatible, gemini, ollama, none, and entries of `models.providers` that speak like OpenAI or Ollama; unset or auto: a local model, else a key that is set; any other: keyword search',
  },
  model: { use: 'taken', says: '`model`; with the provider local the path of a file or the name of a model' },
  fallback: { use: 'adapted', says: '`fallback` for the providers above' },
  'remote.baseUrl': { use: 'taken', says: '`providers.openai.baseUrl`, or that of Gemini or Ollama' },
  'remote.apiKey': {
    use: 'adapted',
    says: 'the key itself or a variable; references to files and programs are not followed',
  },
  'remote.headers': { use: 'ignored', says: 'the providers send no headers of their own' },
  'remote.batch.enabled': { use: 'taken', says: '`batch.enabled`' },
  inputType: { use: 'ignored', says: 'each model has its own way to tell questions from passages' },
  queryInputType: { use: 'ignored', says: 'each model has its own way to tell questions from passages' },
  documentInputType: { use: 'ignored', says: 'each model has its own way to tell questions from passages' },
  outputDimensionality: { use: 'taken', says: '`providers.openai.dimensions`, or that of Gemini' },
  'local.modelPath': { use: 'adapted', says: '`model`, if it is a path; addresses are not downloaded' },
  'store.fts.tokenizer': { use: 'ignored', says: 'every script is found, by words and by parts of them' },
  'store.vector.enabled': { use: 'taken', says: '`store.vector.enabled`' },
  'store.vector.extensionPath': { use: 'taken', says: '`store.vector.extensionPath`' },
  'query.maxResults': { use: 'taken', says: '`query.maxResults`; default 10 instead of 6' },
  'query.minScore': {
    use: 'adapted',
    says: '`query.minScore`: the confidence that the best result must have, not a score that each must have; default 0.11 instead of 0.35',
  },
  'cache.enabled': { use: 'ignored', says: 'a text is embedded once as long as it stays' },
} as const satisfies Readonly<Record<string, Row>>

/** The key of a setting below `memory.search`. */
export type MemorySearchKey = keyof typeof memorySearchTable

/** The settings that have no effect here, or that are not known, each with the reason. */
export function ignoredSettings(set: Iterable<string>): [key: string, reason: string][] {
  const table: Readonly<Record<string, Row>> = memorySearchTable
  return [...set].flatMap((key): [string, string][] => {
    const row = Object.hasOwn(table, key) ? table[key] : undefined
    if (row === undefined) return [[key, 'it is not known here']]
    return row.use === 'ignored' ? [[key, row.says]] : []
  })
}
