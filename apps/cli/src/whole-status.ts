import type { MemoryScope, MemoryStatus } from '@recallite/core'
import { lockHolder } from '@recallite/store-sqlite'
import { describeSources, type DescribedSource } from './describe-sources.js'
import type { OpenMemory } from './open-memory.js'

/** What a memory tells of itself, and what the program knows besides. */
export interface WholeStatus extends MemoryStatus {
  /** Whose memory it is. */
  readonly scope: MemoryScope['kind']
  /** The folder of the project; null for the user's own memory. */
  readonly project: string | null
  readonly sources: readonly DescribedSource[]
  /** The number of the process that is indexing now; null if none is. */
  readonly indexing: number | null
}

/** Reads all of it. */
export async function readWholeStatus({ memory, scope, sources, path }: OpenMemory): Promise<WholeStatus> {
  return {
    ...(await memory.status()),
    scope: scope.kind,
    project: scope.kind === 'project' ? scope.folder : null,
    sources: describeSources(sources),
    indexing: path === ':memory:' ? null : (lockHolder(path) ?? null),
  }
}
