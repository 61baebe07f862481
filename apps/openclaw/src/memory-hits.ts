import { isAbsolute, join, relative, sep } from 'node:path'
import type { SearchResult } from '@recallite/core'
import { realPathOf } from '@recallite/core/sources'
import { searchSettings } from '@recallite/settings'
import type { AgentMemory } from './agent-memories.js'
import type { HitOptions, MemoryHit } from './openclaw-api.js'

type Root = Awaited<ReturnType<AgentMemory['memory']['listRoots']>>[number]

/** What was found for an agent. */
export type Found = Awaited<ReturnType<typeof findHits>>

const mostResults = 100

/** Searches the memory of an agent as OpenClaw asks. Rejects with MemoryError, FusionError or StoreError. */
export async function findHits(agent: AgentMemory, query: string, options: HitOptions = {}) {
  const { memory, resolved } = agent
  const behind = await agent.refresh()
  const { sources, signal } = options
  const usual = searchSettings(resolved)
  const searched = (await memory.listRoots()).filter((root) => sources?.includes(sourceOf(root)))
  const { answer } = await memory.search(query, {
    ...usual,
    limit: options.maxResults === undefined ? usual.limit : Math.min(options.maxResults, mostResults),
    threshold: options.minScore ?? usual.threshold,
    vectorWeight: options.lexicalOnly ? 0 : usual.vectorWeight,
    // In an index without any root, the search brings in the first one.
    roots: searched.length > 0 ? searched.map(({ name }) => name) : undefined,
    signal,
  })
  const roots = await memory.listRoots()
  const hits = answer.results.map((result) => toHit(result, roots, agent))
  const degraded = [...answer.degraded, ...behind]
  return {
    answer: { ...answer, degraded },
    hits: sources ? hits.filter(({ source }) => sources.includes(source)) : hits,
  }
}

const sourceOf = (root?: Pick<Root, 'kind'>) => (root?.kind === 'sessions' ? 'sessions' : 'memory')

function toHit(result: SearchResult, roots: readonly Root[], agent: AgentMemory): MemoryHit {
  const { startLine, endLine, confidence } = result
  const root = roots.find(({ name }) => name === result.root)
  const path = root ? hitPath(root, result.path, agent) : result.path
  const rawOf = (retriever: string) =>
    result.contributions.find(({ source }) => source === retriever)?.raw ?? undefined
  return {
    path,
    startLine,
    endLine,
    score: confidence,
    vectorScore: rawOf('vector'),
    textScore: rawOf('keyword'),
    snippet: excerpt(result),
    source: sourceOf(root),
    citation: `${path}#L${startLine}${endLine > startLine ? `-L${endLine}` : ''}`,
  }
}

/** A path as OpenClaw writes it: from the workspace, absolute outside of it, and of a session with the agent's name. */
function hitPath(root: Root, path: string, { agentId, workspace }: AgentMemory): string {
  if (root.kind === 'sessions') return `sessions/${agentId}/${path}`
  const file = join(root.path, path)
  const inner = relative(realPathOf(workspace) ?? workspace, file)
  return inner.startsWith('..') || isAbsolute(inner) ? file : inner.replaceAll(sep, '/')
}

/** The most characters of a snippet, as in OpenClaw. */
const longestSnippet = 700

/** The text of a result; of a long one the part from the line with the query's first words. */
function excerpt({ text, matches, snippet }: SearchResult): string {
  if (text.length <= longestSnippet) return text
  const word = matches[0] && snippet.slice(matches[0].start, matches[0].end)
  const line = text.lastIndexOf('\n', Math.max(0, word ? text.indexOf(word) : 0)) + 1
  const from = Math.min(line, text.length - longestSnippet)
  return text.slice(from, from + longestSnippet).toWellFormed()
}
