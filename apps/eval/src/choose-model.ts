import { UsageError } from '@recallite/command-line'
import {
  chooseEntries,
  findModel,
  flagSettings,
  isInstalled,
  makeBackend,
  readOrigins,
  readSettings,
  resolveChoice,
  type ProviderBackend,
  type ReadSettings,
} from '@recallite/settings'
import type { Flags } from './flags.js'

/** The settings of the user and of the working folder, under those of the flags; throws a SettingsError. */
export function readOwnSettings({ model, provider }: Pick<Flags, 'model' | 'provider'>) {
  return readSettings({ flags: flagSettings({ model, provider }) })
}

/**
 * The model that the settings name, as `recallite` would choose it for a memory that has no vectors yet; with `auto` the
 * first that lacks nothing. Undefined if none is named and none is there.
 * @throws UsageError if a model is named and its file, its key or its package is missing
 */
export function chooseModel(resolved: ReadSettings): ProviderBackend | undefined {
  const { settings, originOf } = resolved
  const isTyped = originOf('model').kind === 'flag'
  const findHere = (name: string) => findModel(name, settings.models.path, { isTyped })
  const choice = resolveChoice(resolved, findHere)
  const entries = chooseEntries({
    ...choice,
    remembered: [],
    findModel: findHere,
    isInstalled,
    ...readOrigins(resolved),
    isOffline: false,
  })
  const { allowHttp } = settings.providers
  const backends = entries.map((entry) => makeBackend(entry, { allowHttp }))
  const ready = backends.find((backend) => backend.findObstacle() === undefined)
  const isAnyAllowed = choice.provider === 'auto' && choice.model === undefined && choice.chain.length === 0
  if (isAnyAllowed) return ready
  const [named] = backends
  const obstacle = named?.findObstacle()
  // Figures of another model than the one that was named would mislead.
  if (obstacle)
    throw new UsageError(`The model cannot be used: ${obstacle.cause}. To change that: ${obstacle.fix}`)
  return named
}
