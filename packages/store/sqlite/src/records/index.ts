export { openSqliteRecords } from './open-records.js'
export type { SqliteRecordsOptions } from './records-file.js'
export * from './repair-records.js'
