export type {
  RecallAnswer,
  RecallBoost,
  RecallMode,
  RecallOptions,
  RecallResult,
  RecordAdjustments,
  RecordIndexReport,
  RecordMemory,
  Remembered,
  RememberOptions,
  SpatialOrder,
} from './records/record-memory.js'
