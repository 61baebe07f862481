export { recordLimits } from './check-fields.js'
export {
  checkName,
  checkRecord,
  checkSession,
  recordDefaults,
  type CheckedRecord,
  type CheckedSession,
} from './check-record.js'
export { contentHashOf, normalizeContent } from './content-hash.js'
export {
  extractContext,
  readPosition,
  valueAt,
  type ContextFields,
  type ContextPart,
  type Spatial,
} from './context-fields.js'
export { decayDefaults, decayOf, type DecayInput, type DecayOptions } from './decay.js'
export { distanceTo, type SpatialTarget } from './distance.js'
export {
  RecordError,
  type RecordErrorCode,
  type RecordErrorDetails,
  type RecordInputErrorCode,
  type RecordStoreErrorCode,
} from './errors.js'
export { exportRecords, importRecords, type ExportItem, type ImportItem } from './jsonl.js'
export {
  compareTexts,
  nearDuplicateThreshold,
  type CompareOptions,
  type TextComparison,
} from './near-duplicate.js'
export type {
  JsonObject,
  JsonValue,
  MemoryRecord,
  NewRecordFields,
  RecordInput,
  RecordStatus,
  Session,
  SessionInput,
  TimeInput,
} from './record.js'
export { derivedRecordId, newRecordId } from './record-id.js'
export type {
  ChangePage,
  ChangesRequest,
  CollectionEntry,
  ListRequest,
  PutOptions,
  PutOutcome,
  RecordBackupOptions,
  RecordChange,
  RecordCounts,
  RecordDamage,
  RecordPage,
  RecordStore,
  SessionEntry,
  SessionsRequest,
  Touch,
} from './record-store.js'
export { readTime, sayTime } from './record-time.js'
