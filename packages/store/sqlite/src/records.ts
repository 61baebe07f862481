export { openSqliteRecords } from './records/open-records.js'
export type { SqliteRecordsOptions } from './records/records-file.js'
export {
  recordsHeaderDamage,
  repairRecords,
  type RecordsRepair,
  type RecordsRepairOptions,
} from './records/repair-records.js'
