import { damage, singleBits } from './damage/damage.js'
import { folders } from './folders/folders.js'
import { kills } from './kills/kills.js'
import { writes } from './writes/writes.js'

/** Every suite by the words that ask for it. */
export const suites = [kills, damage, singleBits, writes, folders]
