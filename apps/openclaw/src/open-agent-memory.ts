import { createMemory, type Memory, type Source } from '@recallite/core'
import {
  chooseBackends,
  isCluster,
  memorySettings,
  type ReadSettings,
  type StoreAddress,
} from '@recallite/settings'
import { StoreError, type Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'

/** Which memory is opened, and for how long; `path`: that of the database, unless the settings name a server. */
export interface OpenRequest {
  readonly agentId: string
  readonly path: string
  readonly workspace: string
  readonly sources: readonly Source[]
  readonly resolved: ReadSettings
  /** Whether the process is long-running, like a Gateway: then files are watched, and the store runs in threads. */
  readonly livesLong: boolean
}

const noModel = 'there is no embedding model; set memory.search.provider, or run recallite setup'

/** Opens the memory of an agent, which the caller closes. A damaged index is rebuilt from the files. Throws a StoreError. */
export async function openAgentMemory(request: OpenRequest): Promise<Memory> {
  const { sources, workspace, resolved, livesLong } = request
  const server = resolved.settings.store.url
  const store = server ? await openAtServer(server, request.agentId) : await openOrRepair(request)
  try {
    const remembered = (await store.listSpaces()).toReversed().flatMap(({ source }) => source ?? [])
    const { backends: models, backendOf } = chooseBackends(resolved, { remembered })
    const noModelReason = models.length === 0 && resolved.chain.length > 0 ? noModel : undefined
    const backends = { models, backendOf, noModelReason }
    const { chooseReranker } = await import('@recallite/settings/reranker')
    const reranker = chooseReranker(resolved.settings, { isOffline: false })
    const options = { ...backends, reranker, ...memorySettings(resolved.settings, { livesLong }) }
    const scope = { kind: 'project', folder: workspace } as const
    // Agents search for what they have just written.
    const memory = createMemory({ store, sources, scope, ...options, freshness: 'before-search' })
    const { debounce, interval } = resolved.settings.update
    // Without a watcher, files are read before each search.
    if (livesLong) void memory.watch({ debounce, interval }).catch(() => undefined)
    return memory
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Each agent has a separate schema or prefix, because an agent may only see its own memory. */
async function openAtServer(server: StoreAddress, agentId: string): Promise<Store> {
  const { openAddress } = await import('@recallite/settings/server-store')
  const reveal = () => addressOfAgent(server, agentId)
  return openAddress({ ...server, reveal })
}

/** The address for the agent `main` as it is; for other agents, their ids are added to the schema or the prefix. */
export function addressOfAgent(server: StoreAddress, agentId: string): string {
  const url = server.reveal()
  if (agentId === 'main') return url
  const name = isCluster(server) ? 'prefix' : 'schema'
  const ending = `_${agentId.toLowerCase().replaceAll(/[^a-z0-9]/gu, codeOf)}`
  const named = new RegExp(`([?&]${name}=)([^&]*)`, 'u')
  if (named.test(url)) return url.replace(named, `$1$2${ending}`)
  return `${url}${url.includes('?') ? '&' : '?'}${name}=recallite${ending}`
}

const codeOf = (sign: string): string => `_${sign.codePointAt(0)?.toString(16)}_`

async function openOrRepair(request: OpenRequest): Promise<Store> {
  try {
    return await openStore(request)
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_CORRUPT') throw error
    const { repairStore } = await import('@recallite/store-sqlite/repair')
    await repairStore(connectionOf(request), { wait: 5_000 })
    return openStore(request)
  }
}

async function openStore(request: OpenRequest): Promise<Store> {
  if (!request.livesLong) return openSqliteStore(connectionOf(request))
  const { openSqliteStoreInThreads } = await import('@recallite/store-sqlite/threads')
  return openSqliteStoreInThreads(connectionOf(request))
}

function connectionOf({ path, resolved }: OpenRequest) {
  const { enabled, extensionPath } = resolved.settings.store.vector
  return { path, vectorExtension: enabled ? extensionPath : (false as const) }
}
