import { existsSync } from 'node:fs'
import { threadProgram } from '../../open-store-in-threads.js'

/** Threads run what is built. */
export const isBuilt = existsSync(threadProgram)
