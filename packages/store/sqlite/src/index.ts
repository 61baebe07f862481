export { openSqliteStore, type SqliteStoreOptions } from './open-store.js'
export type { ConnectionOptions } from './connection.js'
