import { isAbsolute, join, relative, sep } from 'node:path'
import type { SearchResult } from '@recallite/core'
import { realPathOf } from '@recallite/core/sources'
import { searchSettings } from '@recallite/settings'
import type { AgentMemory } from './agent-memories.js'
import type { HitOptions, MemoryHit } from './openclaw-api.js'

type Root = Awaited<ReturnType<AgentMemory['memory']['listRoots']>>[number]

/** The hits of a search and its answer. */
export type HitsAnswer = Awaited<ReturnType<typeof findHits>>

const maxResults = 100

/** Searches the memory of an agent. Rejects with MemoryError, FusionError or StoreError. */
export async function findHits(agent: AgentMemory, query: string, options: HitOptions = {}) {
  const { memory, resolved } = agent
  const failures = await agent.refresh()
  const { sources, signal } = options
  const defaults = searchSettings(resolved)
  const searched = (await memory.listRoots()).filter((root) => sources?.includes(sourceOf(root)))
  const { answer } = await memory.search(query, {
    ...defaults,
    limit: options.maxResults === undefined ? defaults.limit : Math.min(options.maxResults, maxResults),
    threshold: options.minScore ?? defaults.threshold,
    vectorWeight: options.lexicalOnly ? 0 : defaults.vectorWeight,
    // A new index has no roots until the search adds them.
    roots: searched.length > 0 ? searched.map(({ name }) => name) : undefined,
    signal,
  })
  const roots = await memory.listRoots()
  const hits = answer.results.map((result) => toHit(result, roots, agent))
  const degraded = [...answer.degraded, ...failures]
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

/** A path in OpenClaw's form: relative to the workspace, absolute outside of it, or `sessions/<agent>/…`. */
function hitPath(root: Root, path: string, { agentId, workspace }: AgentMemory): string {
  if (root.kind === 'sessions') return `sessions/${agentId}/${path}`
  const file = join(root.path, path)
  const inner = relative(realPathOf(workspace) ?? workspace, file)
  return inner.startsWith('..') || isAbsolute(inner) ? file : inner.replaceAll(sep, '/')
}

/** The characters of a snippet in OpenClaw. */
const maxSnippet = 700

/** The text of a result, or a part of it from the line of the first match. */
function excerpt({ text, matches, snippet }: SearchResult): string {
  if (text.length <= maxSnippet) return text
  const word = matches[0] && snippet.slice(matches[0].start, matches[0].end)
  const line = text.lastIndexOf('\n', Math.max(0, word ? text.indexOf(word) : 0)) + 1
  const from = Math.min(line, text.length - maxSnippet)
  return text.slice(from, from + maxSnippet).toWellFormed()
}
