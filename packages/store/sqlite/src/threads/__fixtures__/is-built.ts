import { existsSync } from 'node:fs'
import { threadProgram } from '../../thread-program.js'

/** Threads run what is built. */
export const isBuilt = existsSync(threadProgram)
