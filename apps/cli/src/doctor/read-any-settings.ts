import { userInfo } from 'node:os'
import type { Flags } from '../flags/flags.js'
import { environmentVariables } from '../settings/environment.js'
import { flagLayer, flagSettings } from '../settings/flag-layer.js'
import type { Layer } from '../settings/layer.js'
import { readSettings, type ReadSettings } from '../settings/read-settings.js'
import { resolveSettings, type ResolvedSettings } from '../settings/resolve-settings.js'
import { variableLayer, yieldingLayer } from '../settings/variable-layer.js'
import { workingFolder as findFolder } from '../working-folder.js'

/** Settings to go on with. */
export interface AnySettings {
  readonly resolved: ReadSettings
  /** Why these are not the ones that were made; undefined where they are. */
  readonly error: unknown
}

type Variables = ReturnType<typeof environmentVariables>

/** Ways to go on where settings are broken, the nearest to what was wanted first: without the files, with flags alone, built in. */
function lesserLayers(flags: Flags, variables: Variables): (() => Layer[])[] {
  const fromFlags = () => flagLayer(flagSettings(flags))
  return [() => [yieldingLayer(variables), variableLayer(variables), fromFlags()], () => [fromFlags()]]
}

function withoutFiles(
  settings: ResolvedSettings,
  about: Pick<ReadSettings, 'files' | 'workspaceFolder' | 'home' | 'workingFolder'>,
): ReadSettings {
  const read: ReadSettings = { ...settings, ...about, withoutWorkspace: () => read }
  return read
}

function settingsWithoutFiles(flags: Flags): ReadSettings {
  const variables = environmentVariables()
  const [home, workingFolder] = [variables['HOME'] || userInfo().homedir, findFolder()]
  const surroundings = { home, cwd: workingFolder, variables }
  const about = {
    files: { user: undefined, workspace: undefined },
    workspaceFolder: undefined,
    home,
    workingFolder,
  }
  for (const layers of lesserLayers(flags, variables)) {
    try {
      return withoutFiles(resolveSettings(layers(), surroundings), about)
    } catch {
      // The next way needs less.
    }
  }
  return withoutFiles(resolveSettings([], surroundings), about)
}

/**
 * The settings of a run; where they are broken, what is left of them, and why.
 * @throws UsageError where the folder this runs in was deleted
 */
export async function readAnySettings(flags: Flags): Promise<AnySettings> {
  const { agent, config } = flags
  try {
    return { resolved: await readSettings({ flags: flagSettings(flags), agent, config }), error: undefined }
  } catch (error) {
    return { resolved: settingsWithoutFiles(flags), error }
  }
}
