import { resolve } from 'node:path'
import { assertSessionsStay, assertTextsStay, assertTrusted } from './workspace-limits.js'
import { environmentVariables, homeFolder, workingFolder } from './environment.js'
import { findUserFile, findWorkspaceFile, readSettingsFile } from './settings-files.js'
import {
  fileLayers,
  flagLayer,
  variableLayer,
  type FileLayers,
  type FlagSettings,
  type Layer,
} from './layers.js'
import { resolveSettings, type ResolvedSettings } from './resolve-settings.js'
import type { Surroundings, Variables } from './schemas/schema.js'
import { workspaceFolderOf, type WorkspaceFolder } from './trusted-folders.js'

export interface SettingsRequest {
  /** See `flagSettings`. */
  readonly flags?: FlagSettings
  /** Default `main`. */
  readonly agent?: string | undefined
  /** The workspace file, instead of searching for one. */
  readonly config?: string | undefined
  /** Default: the process's own. */
  readonly cwd?: string
  /** Default: the process's own. */
  readonly variables?: Variables
}

/** Settings, with the files and folders that they were read from. */
export interface ReadSettings extends ResolvedSettings {
  readonly files: { readonly user: string | undefined; readonly workspace: string | undefined }
  /** Undefined without a workspace file. */
  readonly workspaceFolder: WorkspaceFolder | undefined
  readonly home: string
  readonly workingFolder: string
  /** The settings without the workspace file. */
  withoutWorkspace(): ReadSettings
}

/** The order of the cascade: all commands, all agents, this agent; in each, the user file, then the workspace file. */
export function orderLayers(files: readonly FileLayers[], agent: string): Layer[] {
  const none: Layer = new Map()
  return [
    ...files.map(({ general }) => general),
    ...files.map(({ agents }) => agents.get('defaults') ?? none),
    ...files.map(({ agents }) => agents.get(agent) ?? none),
  ]
}

/**
 * Reads the settings of a run: defaults, user file, workspace file, `agents.defaults`, `agents.<id>`, environment and
 * flags; later ones override earlier ones. Throws `SettingsError`, or `UsageError` if the working folder was deleted.
 */
export async function readSettings({
  flags = {},
  agent = 'main',
  config,
  cwd = workingFolder(),
  variables = environmentVariables(),
}: SettingsRequest = {}): Promise<ReadSettings> {
  const home = homeFolder(variables)
  const user = findUserFile(home)
  const named = config === undefined ? findWorkspaceFile(cwd, home) : resolve(cwd, config)
  // The user file is trusted, also if `--config` names it.
  const workspace = named === user ? undefined : named
  const userLayers = await readFileLayers(user, false)
  const files = [...userLayers, ...(await readFileLayers(workspace, true))]
  const above = [variableLayer(variables), flagLayer(flags)]
  const layersOf = (read: readonly FileLayers[]) => [...orderLayers(read, agent), ...above]
  const layers = layersOf(files)
  const surroundings = { home, cwd, variables }
  assertTextsStay({ user: orderLayers(userLayers, agent), all: layers }, surroundings)
  assertSessionsStay(layers, surroundings)
  const withoutWorkspace = () => withoutWorkspaceFile(layersOf(userLayers), surroundings, user)
  if (workspace === undefined) return withoutWorkspace()
  const resolved = resolveSettings(layers, surroundings)
  const workspaceFolder = workspaceFolderOf(workspace, home)
  assertTrusted(resolved, { layers, surroundings, folder: workspaceFolder })
  return {
    ...resolved,
    files: { user, workspace },
    workspaceFolder,
    home,
    workingFolder: cwd,
    withoutWorkspace,
  }
}

/** The settings of layers without a workspace file. */
export function withoutWorkspaceFile(
  layers: readonly Layer[],
  surroundings: Surroundings,
  user?: string,
): ReadSettings {
  const read: ReadSettings = {
    ...resolveSettings(layers, surroundings),
    files: { user, workspace: undefined },
    workspaceFolder: undefined,
    home: surroundings.home,
    workingFolder: surroundings.cwd,
    withoutWorkspace: () => read,
  }
  return read
}

async function readFileLayers(path: string | undefined, isWorkspace: boolean): Promise<FileLayers[]> {
  return path === undefined ? [] : [fileLayers(await readSettingsFile(path), { path, isWorkspace })]
}
