export { openSqliteRecords } from './open-records.js'
export type { SqliteRecordsOptions } from './records-file.js'
export { recordsHeaderDamage, repairRecords } from './repair-records.js'
export type { RecordsRepair, RecordsRepairOptions } from './repair-records.js'
