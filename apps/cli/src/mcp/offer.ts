import {
  memoryGetTool,
  memoryRecallPrompt,
  memorySearchTool,
  type CitationOptions,
  type MemoryTool,
} from '@recallite/core/tools'
import { type Memory, reasonOf } from '@recallite/core'
import { printable, type Io } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { watchOptions } from '../memory-options.js'
import type { OpenMemory } from '../open-memory.js'
import { tellRefusedOnce, renderUpload } from '../render/index-report.js'
import { searchEitherWay, searchOptions } from '../search-options.js'
import type { Settings } from '../settings/resolve-settings.js'

/** What a memory must do to be served. */
export type ServedMemory = Pick<Memory, 'search' | 'get' | 'listRoots' | 'listDocuments'>

/** What a server offers its clients. */
export interface Offer {
  readonly version: string
  readonly tools: readonly MemoryTool<object>[]
  /** What a client's system prompt should say; empty where there are no tools. */
  readonly instructions: string
  /** Whose documents are resources; undefined where memory is switched off. */
  readonly memory: ServedMemory | undefined
}

/** What is offered of an open memory: nothing where the settings switch memory off. */
export function createOffer(open: OpenMemory, { channel }: Flags, version: string): Offer {
  const { enabled, citations } = open.resolved.settings
  return enabled ? offerMemory(asSet(open), version, { citations, channel }) : offerNothing(version)
}

function offerMemory(memory: ServedMemory, version: string, citing: CitationOptions): Offer {
  const tools = [memorySearchTool(memory, citing), memoryGetTool(memory)]
  const names = tools.map(({ name }) => name)
  return { version, tools, instructions: memoryRecallPrompt({ tools: names, ...citing }), memory }
}

/** Searches with the settings where a call does not say otherwise. */
function asSet({ memory, resolved }: OpenMemory): ServedMemory {
  const usual = searchOptions({}, resolved)
  const isHybrid = resolved.settings.query.hybrid.enabled
  const search: Memory['search'] = (query, { limit, minScore, signal } = {}) =>
    searchEitherWay(memory, query, {
      ...usual,
      limit: limit ?? usual.limit,
      minScore: minScore ?? usual.minScore,
      signal,
      isHybrid,
    })
  return { ...memory, search }
}

/** For a memory that is switched off: a client that starts the server anyway sees no tools, and no failure. */
function offerNothing(version: string): Offer {
  return { version, tools: [], instructions: '', memory: undefined }
}

/**
 * Keeps an open memory up to date until it is closed, and warms it up behind its first sync; what goes wrong is told, and
 * answers come from what is there.
 */
export function keepUpToDate(
  memory: Memory,
  settings: Settings,
  io: Pick<Io, 'talk'>,
): { close(): Promise<void> } {
  if (!settings.enabled) return { close: async () => {} }
  const tell = (message: string) => io.talk(`${printable(message)}\n`)
  const warmUp = warmUpOnce(memory, tell)
  const tellNewlyRefused = tellRefusedOnce(io)
  const options = watchOptions(settings)
  const watch = memory.watch({
    ...options,
    onSync: ({ refused }) => tellNewlyRefused(refused),
    onEmbed: warmUp.begin,
    onFailure(message) {
      tell(message)
      // Nobody knows when it will be in sync: what is there can be searched.
      warmUp.begin()
    },
    onUpload: (upload) => io.talk(renderUpload(upload)),
  })
  if (options.syncAtOnce === false) warmUp.begin()
  watch.catch((error: unknown) => tell(reasonOf(error)))
  return {
    async close() {
      warmUp.end()
      await (await watch.catch(() => undefined))?.close()
    },
  }
}

interface WarmUp {
  /** The first call does it; later ones nothing. */
  begin(): void
  /** Nothing is told any more. */
  end(): void
}

/** @param tell called with what does not work, each reason once */
function warmUpOnce(memory: Pick<Memory, 'warmUp'>, tell: (message: string) => void): WarmUp {
  let hasBegun = false
  let isOver = false
  const tellAll = (reasons: readonly string[]) => {
    if (!isOver) for (const reason of new Set(reasons)) tell(reason)
  }
  return {
    begin() {
      if (hasBegun || isOver) return
      hasBegun = true
      memory.warmUp().then(
        ({ degraded }) => tellAll(degraded.map(({ reason }) => reason)),
        (error: unknown) => tellAll([reasonOf(error)]),
      )
    },
    end() {
      isOver = true
    },
  }
}
