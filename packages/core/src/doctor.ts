export { proveBackend, type ProvenBackend } from './probes.js'
export { isAnotherStore, readSeen } from './records/index-records.js'
