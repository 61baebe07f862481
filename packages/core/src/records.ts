export { createRecordMemory } from './records/create-record-memory.js'
export type {
  RecallAnswer,
  RecallBoost,
  RecallMode,
  RecallOptions,
  RecallResult,
  RecordAdjustments,
  RecordIndexReport,
  RecordMemory,
  RecordMemoryOptions,
  RecordMemoryStatus,
  Remembered,
  RememberOptions,
  SpatialOrder,
} from './records/record-memory.js'
