import { afterAll, beforeAll } from 'vitest'
import type { ConformanceCase } from '@recallite/store/conformance'
import { casesOf } from '@recallite/test-kit'
import {
  startOpenSearch,
  type OpenSearchOptions,
  type OpenSearchServer,
} from '@recallite/test-kit/opensearch-server'
import { openOpenSearchStore, type OpenSearchStore } from '../open-store.js'

/** Starts a cluster before the tests of a group, and stops it after them. */
export function clusterOfGroup(options: OpenSearchOptions): () => OpenSearchServer {
  let server: OpenSearchServer | undefined
  beforeAll(async () => {
    server = await startOpenSearch(options)
  }, 320_000)
  afterAll(() => server?.stop())
  return () => {
    if (!server) throw new Error('The cluster is not running')
    return server
  }
}

let stores = 0

/** Opens an empty store with a new prefix; its indexes are deleted when it is closed. */
export async function openNew(server: OpenSearchServer, parameters = ''): Promise<OpenSearchStore> {
  stores += 1
  const prefix = `test${String(stores).padStart(4, '0')}`
  const store = await openOpenSearchStore({ url: `${server.url}/?prefix=${prefix}${parameters}` })
  const close = async () => {
    await store.close()
    await server.request(`/${prefix}*?expand_wildcards=all`, 'DELETE')
  }
  return { ...store, close }
}

/** For each change, leaves out the series of random changes, which take longest. */
export const casesOfChange = (cases: readonly ConformanceCase[]): ConformanceCase[] =>
  cases.filter(({ name }) => casesOf(2, 1) === 2 || !name.includes('after random changes'))

/** The number of kills: RECALLITE_OPENSEARCH_KILLS, or 60, but none for each change. Only this file of the tests reads the environment. */
export const killCount = (): number => Number(process.env['RECALLITE_OPENSEARCH_KILLS'] ?? casesOf(60, 0))

/** A file with the figures of earlier runs, which this run adds to: RECALLITE_OPENSEARCH_FIGURES. */
export const figuresFile = (): string | undefined => process.env['RECALLITE_OPENSEARCH_FIGURES']
