import { initial } from './0001-initial.js'
import type { Migration } from './migration.js'

/** Every step of the schema, in order; steps are added at the end and never changed. */
export const migrations: readonly Migration[] = [initial]
