import type { Io } from '@recallite/command-line'
import type { SearchReport, WhyReport } from '@recallite/core'
import type { Root } from '@recallite/store'
import type { Flags } from './flags/flags.js'
import type { MemoryLocation, MemoryUse } from './memory-location.js'
import { assertEnabled, withMemoryAt } from './open-memory.js'
import { searchEitherWay, searchOptions, whyOptions } from './search-options.js'

interface How {
  readonly flags: Flags
  readonly use: MemoryUse
  readonly io: Pick<Io, 'interrupted'>
}

/** A search of a memory, and what printing its answer needs. */
export interface FoundSearch {
  readonly report: SearchReport
  readonly roots: readonly Root[]
  /** Of the database, or `:memory:`. */
  readonly path: string
  /** Why there is no embedding model; undefined if there is one, or none is wanted. */
  readonly noModelReason: string | undefined
  /** See `BackendChoice`; known only in the process that the model was typed for. */
  readonly isModelMissing: boolean
}

/** Searches in this process. */
export function searchHere(
  query: string,
  location: MemoryLocation,
  { flags, use, io }: How,
): Promise<FoundSearch> {
  return withMemoryAt(location, { flags, use }, async (open) => {
    const { memory, resolved, path, noModelReason, isModelMissing } = open
    assertEnabled(resolved)
    const isHybrid = resolved.settings.query.hybrid.enabled
    const options = { ...searchOptions(flags, resolved), signal: io.interrupted, isHybrid }
    const report = await searchEitherWay(memory, query, options)
    return { report, path, roots: await memory.listRoots(), noModelReason, isModelMissing }
  })
}

/** Says why a search in this process shows a document or does not. */
export function whyHere(
  { query, document }: { readonly query: string; readonly document: string },
  location: MemoryLocation,
  { flags, use, io }: How,
): Promise<WhyReport> {
  return withMemoryAt(location, { flags, use }, ({ memory, resolved }) => {
    assertEnabled(resolved)
    return memory.why(query, document, { ...whyOptions(flags, resolved), signal: io.interrupted })
  })
}
