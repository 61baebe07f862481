import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { SearchAnswer, SearchOptions, SearchResult } from '@recallite/core'
import { innerPath, realPathOf } from '@recallite/core/sources'
import { searchSettings } from '@recallite/settings'
import type { AgentMemory } from './agent-memories.js'
import type { HitOptions, MemoryHit } from './openclaw-api.js'
import { transcriptPath } from './transcripts.js'

/** A folder of the index. */
type Root = Awaited<ReturnType<AgentMemory['memory']['listRoots']>>[number]

/** What was found for an agent. */
export interface Found {
  readonly hits: MemoryHit[]
  readonly answer: SearchAnswer
}

/** Searches the memory of an agent as OpenClaw asks. Rejects with MemoryError, FusionError or StoreError. */
export async function findHits(
  agent: AgentMemory,
  query: string,
  { maxResults, minScore, lexicalOnly = false, sources, signal }: HitOptions = {},
): Promise<Found> {
  const { memory, resolved, refresh } = agent
  await refresh()
  const options = searchSettings(resolved)
  const limits: SearchOptions = {
    limit: maxResults === undefined ? options.limit : Math.min(maxResults, mostResults),
    threshold: minScore ?? options.threshold,
    vectorWeight: lexicalOnly ? 0 : options.vectorWeight,
  }
  const roots = sources && (await rootsOf(agent, sources))
  if (roots?.length === 0) return { hits: [], answer: (await memory.search(query, { limit: 1, roots })).answer }
  const { answer } = await memory.search(query, { ...options, ...limits, roots, signal })
  const known = await memory.listRoots()
  return { hits: answer.results.map((result) => toHit(result, known, agent)), answer }
}

const mostResults = 100

async function rootsOf({ memory }: AgentMemory, sources: NonNullable<HitOptions['sources']>) {
  const roots = await memory.listRoots()
  if (roots.length === 0) return undefined
  return roots.filter((root) => sources.includes(sourceOf(root))).map(({ name }) => name)
}

const sourceOf = ({ kind }: Pick<Root, 'kind'>) => (kind === 'sessions' ? 'sessions' : 'memory')

function toHit(result: SearchResult, roots: readonly Root[], agent: AgentMemory): MemoryHit {
  const { startLine, endLine, confidence: score } = result
  const root = roots.find(({ name }) => name === result.root)
  const path = root === undefined ? result.path : hitPath(root, result.path, agent)
  const rawOf = (retriever: string) => {
    return result.contributions.find(({ source, raw }) => source === retriever && raw !== null)?.raw
  }
  const [vectorScore, textScore] = [rawOf('vector'), rawOf('keyword')]
  return {
    ...{ path, startLine, endLine, score, snippet: excerpt(result), source: sourceOf(root ?? {}) },
    ...(typeof vectorScore === 'number' && { vectorScore }),
    ...(typeof textScore === 'number' && { textScore }),
    citation: `${path}#L${startLine}${endLine > startLine ? `-L${endLine}` : ''}`,
  }
}

/** As OpenClaw names files: from the workspace, or absolute outside of it. */
function hitPath(root: Root, path: string, { agentId, workspace }: AgentMemory): string {
  if (root.kind === 'sessions') return transcriptPath(agentId, path)
  const file = join(root.path, path)
  const inner = relative(realPathOf(workspace) ?? workspace, file)
  return inner.startsWith('..') || isAbsolute(inner) ? file : inner.replaceAll(sep, '/')
}

/** OpenClaw's hits have at most so many characters. */
const longestSnippet = 700

/** The text of a result; of a long one the part that begins with the line of the query's first word. */
function excerpt({ text, snippet }: SearchResult): string {
  if (text.length <= longestSnippet) return text
  const words = snippet.replaceAll('…', '').trim().slice(0, 40)
  const begin = text.lastIndexOf('\n', Math.max(0, text.indexOf(words))) + 1
  const from = Math.min(begin, text.length - longestSnippet)
  return text.slice(from, from + longestSnippet).toWellFormed()
}

/** The document that a path of a hit names, as `root:path`; undefined if no folder of the index contains it. */
export async function locate({ memory, workspace }: AgentMemory, path: string): Promise<string | undefined> {
  const file = resolve(realPathOf(workspace) ?? workspace, path)
  const real = realPathOf(file) ?? file
  for (const root of await memory.listRoots()) {
    const inner = root.kind === 'sessions' ? undefined : innerPath(real, root.path)
    if (inner) return `${root.name}:${inner}`
  }
  return undefined
}
