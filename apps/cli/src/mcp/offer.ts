import {
  memoryForgetTool,
  memoryGetTool,
  memoryRecallPolicy,
  memoryRecallTool,
  memoryRememberTool,
  memorySessionTool,
  memorySearchTool,
  type MemoryTool,
} from '@recallite/core/tools'
import { type Memory, reasonOf } from '@recallite/core'
import { printable, type Io } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { watchOptions, type OpenMemory } from '../open/open-memory.js'
import { refusalPrinter, renderUpload, unreadLines, vectorlessLines } from '../render/index-report.js'
import { searchEitherWay, searchOptions } from '../search/answer-here.js'
import type { Settings } from '@recallite/settings'

/** The methods of a memory that a server calls. */
export type ServedMemory = Pick<Memory, 'search' | 'get' | 'listRoots' | 'listDocuments'>

/** The tools, policy and resources of a server. */
export interface Offer {
  readonly tools: readonly MemoryTool<object>[]
  /** When to use the tools. */
  readonly policy: string
  /** Its documents are the resources. */
  readonly memory: ServedMemory | undefined
}

/** Without tools, policy and resources. */
export const noOffer: Offer = { tools: [], policy: '', memory: undefined }

/**
 * The offer of an open memory. It is empty if the settings switch memory off, so that a client sees no tools rather than failures.
 */
export function createOffer(
  { memory: open, resolved }: Pick<OpenMemory, 'memory' | 'resolved'>,
  { channel }: Flags,
): Offer {
  const { enabled, citations, query, recall } = resolved.settings
  if (!enabled) return noOffer
  const memory = withSettings(open, resolved)
  const options = { citations, channel }
  const tools: MemoryTool<object>[] = [
    memorySearchTool(memory, { ...options, maxResults: query.maxResults }),
    memoryGetTool(memory),
  ]
  const { records } = open
  if (records) {
    const { positions } = recall
    tools.push(memoryRememberTool(records), memoryRecallTool(records, { positions }))
    tools.push(memoryForgetTool(records), memorySessionTool(records))
  }
  const policy = memoryRecallPolicy({ tools: tools.map(({ name }) => name), ...options })
  return { tools, policy, memory }
}

function withSettings(memory: Memory, resolved: OpenMemory['resolved']): ServedMemory {
  const defaults = searchOptions({}, resolved)
  const isHybrid = resolved.settings.query.hybrid.enabled
  const search: Memory['search'] = (query, options = {}) => {
    const given = Object.entries(options).filter(([, value]) => value !== undefined)
    return searchEitherWay(memory, query, { ...defaults, ...Object.fromEntries(given), isHybrid })
  }
  return { ...memory, search }
}

/**
 * Keeps an open memory up to date until it is closed, and warms it up after its first sync. Failures are printed, and do not affect
 * searches.
 * @returns `failures`: those of the last time that files were read and texts embedded, a line each
 */
export function keepUpToDate(memory: Memory, settings: Settings, io: Pick<Io, 'talk'>) {
  if (!settings.enabled) return { failures: () => [], close: async () => {} }
  const failed = { whole: [] as string[], reading: [] as string[], embedding: [] as string[] }
  let isClosed = false
  const tell = (message: string) => void (isClosed || io.talk(`${printable(message)}\n`))
  let warmedUp: Promise<void> | undefined
  const warmUp = () => {
    warmedUp ??= memory.warmUp().then(
      ({ degraded }) => new Set(degraded.map(({ reason }) => reason)).forEach(tell),
      (error: unknown) => tell(reasonOf(error)),
    )
  }
  const printNewRefusals = refusalPrinter(io)
  const options = watchOptions(settings)
  const watch = memory.watch({
    ...options,
    onSync({ refused, skipped }) {
      Object.assign(failed, { whole: [], reading: unreadLines(skipped) })
      printNewRefusals(refused)
    },
    onEmbed(report) {
      const { vectorless, secret } = vectorlessLines(report)
      failed.embedding = [...vectorless, ...secret, ...(report.givenUp === null ? [] : [report.givenUp])]
      warmUp()
    },
    onFailure(message) {
      failed.whole = [message]
      tell(message)
      // The first sync may never succeed, but the existing index can be searched.
      warmUp()
    },
    onUpload: (upload) => io.talk(renderUpload(upload)),
  })
  if (options.syncAtOnce === false) warmUp()
  watch.catch((error: unknown) => tell(reasonOf(error)))
  return {
    failures: () => Object.values(failed).flat(),
    async close() {
      isClosed = true
      await (await watch.catch(() => undefined))?.close()
    },
  }
}
