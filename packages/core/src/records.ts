export type * from './records/record-memory.js'
