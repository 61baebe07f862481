export { readTime, recordLimits, sayTime } from './check-fields.js'
export {
  checkName,
  checkRecord,
  checkSession,
  recordDefaults,
  type CheckedRecord,
  type CheckedSession,
  isExpired,
} from './check-record.js'
export {
  distanceTo,
  extractContext,
  type ContextFields,
  type Spatial,
  type SpatialTarget,
} from './context-fields.js'
export { cursorOf } from './driver.js'
export { decayDefaults, decayOf, type DecayInput, type DecayOptions } from './decay.js'
export {
  RecordError,
  type RecordErrorCode,
  type RecordErrorDetails,
  type RecordInputErrorCode,
  type RecordStoreErrorCode,
} from './errors.js'
export { exportRecords, importRecords, type ExportItem, type ImportItem } from './jsonl.js'
export { compareTexts, type TextComparison } from './near-duplicate.js'
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
export { contentHashOf, derivedRecordId, newRecordId } from './record-id.js'
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
