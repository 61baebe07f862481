import { createRequire } from 'node:module'
import { UsageError } from '@recallite/command-line'
import { reasonOf, type Retriever } from '@recallite/core'

/**
 * Loads the retrievers that the user's settings name.
 * @param paths absolute paths of modules, each of which exports a `retriever`
 * @throws UsageError if one cannot be loaded
 */
export function loadRetrievers(paths: readonly string[]): Retriever[] {
  return paths.map((path) => {
    const { retriever } = loadModule(path)
    if (typeof retriever?.find === 'function' && typeof retriever.score === 'function') return retriever
    throw new UsageError(`The module ${path} exports no retriever. Fix it, or the setting retrievers.`)
  })
}

/** Uses `require`, which also loads ES modules, because `import()` fails in the program's compiled code. */
function loadModule(path: string): { readonly retriever?: Retriever } {
  try {
    return createRequire(path)(path)
  } catch (error) {
    const reason = reasonOf(error)
    throw new UsageError(`The retriever ${path} cannot be loaded: ${reason}. Fix the setting retrievers.`)
  }
}
