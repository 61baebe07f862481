export { openSqliteRecords } from './open-records.js'
export type { SqliteRecordsOptions } from './records-file.js'
export {
  recordsHeaderDamage,
  repairRecords,
  type RecordsRepair,
  type RecordsRepairOptions,
} from './repair-records.js'
