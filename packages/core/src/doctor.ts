export { foreignLanguage } from './indexer/foreign-language.js'
export { proveBackend, type ProvenBackend } from './probes.js'
export { isAnotherStore, readSeen } from './records/index-records.js'
