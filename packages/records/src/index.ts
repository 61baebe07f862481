export {
  RecordError,
  type RecordErrorCode,
  type RecordErrorDetails,
  type RecordInputErrorCode,
  type RecordStoreErrorCode,
} from './errors.js'
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
export type {
  ChangePage,
  ChangesRequest,
  CollectionEntry,
  ListRequest,
  PutOptions,
  PutOutcome,
  RecordChange,
  RecordCounts,
  RecordDamage,
  RecordPage,
  RecordStore,
  SessionEntry,
  SessionsRequest,
  Touch,
} from './record-store.js'
