import { resolve } from 'node:path'
import { MemoryError, type Passage } from '@recallite/core'
import { innerPath, realPathOf } from '@recallite/core/sources'
import type { AgentMemory } from './agent-memories.js'
import type { ReadRequest } from './openclaw-api.js'

const [defaultLines, maxCharacters] = [120, 12_000]

/** Reads lines of a memory file by the path of a hit; a new file is indexed first. Rejects with MemoryError. */
export async function readLines(
  agent: AgentMemory,
  { relPath: path, from = 1, lines: limit = defaultLines }: ReadRequest,
) {
  const read = () => readPassage(agent, path, { from, lines: limit })
  const passage = (await read()) ?? (await agent.memory.sync().then(read))
  if (passage === undefined) return { status: 'not_found', path, text: '' }
  const text = cutLines(passage.text)
  const lines = text === '' ? 0 : text.split('\n').length
  const rest = from + lines > passage.lines ? {} : { truncated: true, nextFrom: from + lines }
  return { status: 'ok', path, text, from, lines, ...rest }
}

async function readPassage(
  { memory, workspace }: AgentMemory,
  path: string,
  lines: { readonly from: number; readonly lines: number },
): Promise<Passage | undefined> {
  const file = resolve(realPathOf(workspace) ?? workspace, path)
  const real = realPathOf(file)
  // The index may contain deleted files.
  if (real === undefined) return undefined
  for (const root of await memory.listRoots()) {
    // Transcripts are searched here but read by OpenClaw's own tools.
    const inner = root.kind === 'sessions' ? undefined : innerPath(real, root.path)
    if (inner) return memory.get({ path: `${root.name}:${inner}`, ...lines }).catch(undefinedIfUnknown)
  }
  return undefined
}

function undefinedIfUnknown(error: unknown): undefined {
  if (!MemoryError.isInstance(error) || error.code !== 'DOCUMENT_UNKNOWN') throw error
}

function cutLines(text: string): string {
  if (text.length <= maxCharacters) return text
  const end = text.lastIndexOf('\n', maxCharacters)
  return text.slice(0, end > 0 ? end : maxCharacters).toWellFormed()
}
