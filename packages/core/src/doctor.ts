export { proveBackend, type ProvenBackend } from './probes.js'
export { isAnotherStore, readSeen } from './records/index-records.js'
export {
  verifyDocuments,
  type DamagedDocument,
  type DocumentsVerdict,
  type VerifyDocumentsOptions,
} from './verify/verify-documents.js'
export { countWatched } from './watch/watch-files.js'
