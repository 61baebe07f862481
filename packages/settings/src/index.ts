export { defaultModels, entryOf, isOnDisk, type ProviderName } from './embedding/backend-entry.js'
export { chooseBackends, chooseEntries } from './embedding/choose-entries.js'
export {
  isInstalled,
  makeBackend,
  providers,
  pullCommand,
  type ProviderBackend,
} from './embedding/providers.js'
export {
  environmentVariables,
  findWorkingFolder,
  hasColour,
  homeFolder,
  providersFolder,
  recalliteFolder,
  workingFolder,
} from './environment.js'
export { SettingsError, describeOrigin, isFromWorkspace, type Origin } from './errors.js'
export { keyTable, settingEntries, settingKeys, type SettingKey } from './key-table.js'
export {
  fileLayers,
  flagLayer,
  flagSettings,
  variableLayer,
  type FlagSettings,
  type Layer,
} from './layers.js'
export { isSecret, listSettings, type ShownSetting } from './resolve-settings.js'
export {
  bytesOf,
  defaultModel,
  findModel,
  isModelFolder,
  knownModelAt,
  knownModelNamed,
  knownModels,
  type KnownModel,
} from './models.js'
export { defaultReranker, knownRerankers, type KnownReranker } from './rerankers.js'
export { readSettings, withoutWorkspaceFile, type ReadSettings } from './read-settings.js'
export {
  memorySettings,
  nest,
  recallSettings,
  resolveSettings,
  searchSettings,
  type ResolvedSettings,
} from './resolve-settings.js'
export { isLoopbackHost, withoutPassword, type StoreAddress } from './schemas/addresses.js'
export { isInside } from './schemas/paths.js'
export { variableOf, type Secret } from './schemas/texts.js'
export { agentIds, type Plain, type Setting, type Variables, variablesOf } from './schemas/schema.js'
export type { Settings } from './setting-types.js'
export { findUserFile, findWorkspaceFile, readSettingsFile } from './settings-files.js'
export {
  distrustFolder,
  readTrustedFolders,
  trustFolder,
  trustedFoldersFile,
  workspaceFolderOf,
  type WorkspaceFolder,
} from './trusted-folders.js'
