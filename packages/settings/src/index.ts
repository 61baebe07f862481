export { makeBackend, type ProviderBackend } from './embedding/make-backend.js'
export { entryOf, isOnDisk, type BackendEntry, type ProviderName } from './embedding/backend-entry.js'
export {
  chooseEntries,
  rememberedEntry,
  usualModels,
  type Choice,
  type Circumstances,
} from './embedding/choose-entries.js'
export { importFromFolder } from './embedding/provider-folder.js'
export { isInstalled, providers, pullCommand } from './embedding/providers.js'
export { readOrigins, resolveChoice } from './embedding/resolve-choice.js'
export {
  environmentVariables,
  hasColour,
  hasLinks,
  homeFolder,
  providersFolder,
  recalliteFolder,
} from './environment.js'
export { SettingsError, describeOrigin, isFromWorkspace, type Origin } from './errors.js'
export { fileLayers } from './file-layers.js'
export { isInside } from './inside.js'
export { keyTable, settingEntries, settingKeys, type SettingKey } from './key-table.js'
export type { JsonSchema, Variables } from './kinds/kind.js'
export { parseDuration } from './kinds/scalars.js'
export { variableOf, type Secret } from './kinds/secret.js'
export { isLoopbackHost, storeUrl, withoutPassword, type StoreAddress } from './kinds/url.js'
export {
  flagLayer,
  flagSettings,
  variableLayer,
  yieldingLayer,
  type FlagSettings,
  type Layer,
} from './layers.js'
export { listSettings, type ShownSetting } from './list-settings.js'
export { findModel, isModelFolder } from './models/find-model.js'
export {
  bytesOf,
  defaultModel,
  knownModelAt,
  knownModelNamed,
  knownModels,
  type KnownModel,
} from './models/known-models.js'
export { readSettings, withoutWorkspaceFile, type ReadSettings } from './read-settings.js'
export {
  resolveSettings,
  type FlatSettings,
  type ResolvedSettings,
  type Settings,
} from './resolve-settings.js'
export { recallSettings, searchSettings } from './search-settings.js'
export { agentIds, flagSyntax, variablesOf, type Setting } from './setting.js'
export { findUserFile, findWorkspaceFile, readSettingsFile, workspaceFileIn } from './settings-files.js'
export { isMapping, type Plain } from './tree.js'
export {
  distrustFolder,
  readTrustedFolders,
  trustFolder,
  trustedFoldersFile,
  workspaceFolderOf,
  type WorkspaceFolder,
} from './trusted-folders.js'
export { findWorkingFolder, workingFolder } from './working-folder.js'
