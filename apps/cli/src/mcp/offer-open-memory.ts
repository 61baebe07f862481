import { printable, type Io } from '@recallite/command-line'
import { reasonOf, type Memory } from '@recallite/core'
import type { Flags } from '../flags/flags.js'
import { watchOptions } from '../memory-options.js'
import type { OpenMemory } from '../open-memory.js'
import { tellRefusedOnce } from '../render/refused.js'
import { renderUpload } from '../render/index-report.js'
import { searchEitherWay } from '../search-either-way.js'
import { searchOptions } from '../search-options.js'
import type { Settings } from '../settings/settings.js'
import { offerMemory, offerNothing, type Offer, type ServedMemory } from './offer.js'
import { warmUpOnce } from './warm-up-once.js'

/** A memory that searches as the settings have it, where a call says nothing else. */
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

/** What is offered of an open memory: nothing where the settings switch memory off. */
export function createOffer(open: OpenMemory, { channel }: Flags, version: string): Offer {
  const { enabled, citations } = open.resolved.settings
  return enabled ? offerMemory(asSet(open), version, { citations, channel }) : offerNothing(version)
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
    onTrouble(message) {
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
