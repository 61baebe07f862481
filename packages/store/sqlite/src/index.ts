export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './open-store.js'
export type { ConnectionOptions } from './connection/connection.js'
export { lockHolder, lockStore } from './connection/store-lock.js'
export { isOfStore, refuseLinks, storeFiles, storeSize, type StoreSize } from './connection/store-files.js'
