import { pathToFileURL } from 'node:url'
import { UsageError } from '@recallite/command-line'
import { reasonOf, type Retriever } from '@recallite/core'

/**
 * Loads the retrievers that the user's settings name.
 * @param paths absolute paths of modules, each of which exports a `retriever`
 * @throws UsageError if one cannot be loaded
 */
export async function loadRetrievers(paths: readonly string[]): Promise<Retriever[]> {
  return Promise.all(paths.map(loadRetriever))
}

async function loadRetriever(path: string): Promise<Retriever> {
  const module: { readonly retriever?: Retriever } = await import(pathToFileURL(path).href).catch(
    (error: unknown) => {
      throw new UsageError(
        `The retriever ${path} cannot be loaded: ${reasonOf(error)}. Correct the setting retrievers.`,
      )
    },
  )
  if (typeof module.retriever?.find === 'function' && typeof module.retriever.score === 'function')
    return module.retriever
  throw new UsageError(`The module ${path} exports no retriever. Correct it, or the setting retrievers.`)
}
