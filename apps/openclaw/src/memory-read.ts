import { resolve } from 'node:path'
import { MemoryError, type Passage } from '@recallite/core'
import { innerPath, realPathOf } from '@recallite/core/sources'
import type { AgentMemory } from './agent-memories.js'
import type { ReadRequest } from './openclaw-api.js'

const [usualLines, mostCharacters] = [120, 12_000]

/** Reads lines of a file of the memory, by a path that a search gave; one that is new is indexed first. Rejects with MemoryError. */
export async function readLines(
  agent: AgentMemory,
  { relPath: path, from = 1, lines: most = usualLines }: ReadRequest,
) {
  const read = () => readPassage(agent, path, { from, lines: most })
  const passage = (await read()) ?? (await agent.memory.sync().then(read))
  if (passage === undefined) return { status: 'not_found', path, text: '' }
  const text = cutLines(passage.text)
  const lines = text === '' ? 0 : text.split('\n').length
  const isWhole = from + lines > passage.lines
  return {
    status: 'ok',
    path,
    text,
    from,
    lines,
    ...(!isWhole && { truncated: true, nextFrom: from + lines }),
  }
}

async function readPassage(
  { memory, workspace }: AgentMemory,
  path: string,
  lines: { readonly from: number; readonly lines: number },
): Promise<Passage | undefined> {
  const file = resolve(realPathOf(workspace) ?? workspace, path)
  const real = realPathOf(file)
  // The index may have documents whose files are gone.
  if (real === undefined) return undefined
  for (const root of await memory.listRoots()) {
    // Transcripts are found, and read by OpenClaw's own tools.
    const inner = root.kind === 'sessions' ? undefined : innerPath(real, root.path)
    if (inner) return memory.get({ path: `${root.name}:${inner}`, ...lines }).catch(undefinedIfUnknown)
  }
  return undefined
}

function undefinedIfUnknown(error: unknown): undefined {
  if (!MemoryError.isInstance(error) || error.code !== 'DOCUMENT_UNKNOWN') throw error
}

function cutLines(text: string): string {
  if (text.length <= mostCharacters) return text
  const end = text.lastIndexOf('\n', mostCharacters)
  return text.slice(0, end > 0 ? end : mostCharacters).toWellFormed()
}
