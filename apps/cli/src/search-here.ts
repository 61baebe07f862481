import type { Io } from '@recallite/command-line'
import type { Flags } from './flags/flags.js'
import type { MemoryLocation, MemoryUse } from './memory-location.js'
import { assertEnabled, withMemoryAt } from './open-memory.js'
import type { MemorySearch } from './search-memory.js'
import { searchEitherWay, searchOptions } from './search-options.js'

/** Searches in this process. */
export async function searchHere(
  query: string,
  location: MemoryLocation,
  { flags, use, io }: { readonly flags: Flags; readonly use: MemoryUse; readonly io: Io },
): Promise<Omit<MemorySearch, 'answeredBy'>> {
  return withMemoryAt(location, { flags, use }, async ({ memory, resolved, path }) => {
    assertEnabled(resolved)
    const { citations, query: how } = resolved.settings
    const options = {
      ...searchOptions(flags, resolved),
      signal: io.interrupted,
      isHybrid: how.hybrid.enabled,
    }
    const report = await searchEitherWay(memory, query, options)
    return { report, path, roots: await memory.listRoots(), citations }
  })
}
