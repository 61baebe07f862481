export { ignoredSettings, memorySearchTable, type MemorySearchKey } from './memory-search-table.js'
export {
  givenSettings,
  hasProvider,
  modelProvider,
  nest,
  readExtraPaths,
  translateSettings,
  type GivenSettings,
  type ModelProvider,
  type ModelProviders,
  type Section,
} from './translate-settings.js'
