import { existsSync } from 'node:fs'
import { threadProgram } from '../../open-store-in-threads.js'

/** Threads run the built program. */
export const isBuilt = existsSync(threadProgram)
