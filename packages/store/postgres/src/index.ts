export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './open-store.js'
export { openPostgresRecords, type PostgresRecordsOptions } from './records/open-records.js'
